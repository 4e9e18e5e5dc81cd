#pragma once

#include <string>
#include <vector>

#include "bizrec/format/key_table.hpp"
#include "bizrec/place/ranges.hpp"
#include "bizrec/postings/postings.hpp"
#include "bizrec/query/query_context.hpp"
#include "bizrec/query/root_domain.hpp"

namespace bizrec::search {

/// Finds the records of root domains in two steps: ask() prefetches the first keys, and read() prefetches ahead. Finds
/// the same records as an enrichment. A domain shared by unrelated businesses finds only the records of exactly this
/// page. A domain that hosts tenants finds the records of the host.
class KeyOwners {
public:
    explicit KeyOwners(const QueryContext& context) : context_(context) {}

    /// `domains` must be sorted, and must live until read() has returned.
    void ask(const std::vector<RootDomain>& domains);
    void read();

    /// One list for each key or page that names a record. Lists may share documents.
    const std::vector<Postings>& lists() const noexcept { return lists_; }
    std::uint64_t documents() const noexcept;  ///< in all lists; a document in several lists counts several times
    /// All documents as ranges; overwrites `out`.
    void copy_ranges(std::uint32_t documents, place::Ranges& out) const;

private:
    void read_domain(std::size_t index);

    /// Finds the part of a shared domain that belongs to the host or page.
    bool find_part(const RootDomain& domain, format::KeyEntry& entry);

    const QueryContext& context_;
    const std::vector<RootDomain>* domains_ = nullptr;
    const std::string* whole_key_ = nullptr;  // the last key all of whose records are in lists_
    std::vector<format::KeyHash> hashes_;
    std::vector<Postings> lists_;
    std::string scratch_;
};

}  // namespace bizrec::search
