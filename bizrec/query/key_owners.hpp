#pragma once

#include <string>
#include <vector>

#include "bizrec/format/key_table.hpp"
#include "bizrec/place/ranges.hpp"
#include "bizrec/postings/postings.hpp"
#include "bizrec/query/query_context.hpp"
#include "bizrec/query/root_domain.hpp"

namespace bizrec::search {

/// The records of root domains, in two steps: the memory of all keys is asked for before the first is read. They are
/// those that an enrichment finds: of a domain that strangers share only those of the very page, of one of tenants
/// those of the host.
class KeyOwners {
public:
    explicit KeyOwners(const QueryContext& context) : context_(context) {}

    /// `domains`, in order, must live until read() has returned.
    void ask(const std::vector<RootDomain>& domains);
    void read();

    /// Of each key or page that names a record. They may share documents.
    const std::vector<Postings>& lists() const noexcept { return lists_; }
    std::uint64_t documents() const noexcept;  ///< of all lists, those in several counted so often
    /// All documents as ranges; overwrites `out`.
    void copy_ranges(std::uint32_t documents, place::Ranges& out) const;

private:
    void read_domain(std::size_t index);

    /// Of a domain that is not one business's: what its host or page finds.
    bool find_part(const RootDomain& domain, format::KeyEntry& entry);

    const QueryContext& context_;
    const std::vector<RootDomain>* domains_ = nullptr;
    const std::string* whole_key_ = nullptr;  // the last of which all records are in lists_
    std::vector<format::KeyHash> hashes_;
    std::vector<Postings> lists_;
    std::string scratch_;
};

}  // namespace bizrec::search
