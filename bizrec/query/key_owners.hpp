#pragma once

#include <string>
#include <vector>

#include "bizrec/format/key_table.hpp"
#include "bizrec/place/ranges.hpp"
#include "bizrec/postings/postings.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// The records that identity keys name, in two steps: the memory of all keys is asked for before the first is read. Of
/// a domain that strangers share only those that the bare domain itself stands for: enrichment finds no more of it.
class KeyOwners {
public:
    /// `keys` must live until read() has returned.
    void ask(const store::Generation& generation, const std::vector<std::string>& keys);
    void read(const store::Generation& generation);

    /// Of each key that names a record. They may share documents.
    const std::vector<Postings>& lists() const noexcept { return lists_; }
    std::uint64_t documents() const noexcept;  ///< of all lists, those in several counted so often
    /// All documents as ranges; overwrites `out`.
    void copy_ranges(std::uint32_t documents, place::Ranges& out) const;

private:
    void read_key(const store::Generation& generation, std::size_t index);

    const std::vector<std::string>* keys_ = nullptr;
    std::vector<format::KeyHash> hashes_;
    std::vector<Postings> lists_;
    std::string page_key_;
};

}  // namespace bizrec::search
