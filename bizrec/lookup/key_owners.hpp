#pragma once

#include <string>
#include <vector>

#include "bizrec/format/key_table.hpp"
#include "bizrec/lookup/query_context.hpp"
#include "bizrec/lookup/root_domain.hpp"
#include "bizrec/place/ranges.hpp"
#include "bizrec/postings/postings.hpp"

namespace bizrec::search {

/// Finds the records of root domains in two steps: ask() prefetches the first keys, and read() prefetches ahead. Finds
/// the same records as an enrichment. A domain shared by unrelated businesses finds only the records of exactly
/// RootDomain::page. A domain that hosts tenants finds the records of that page's host.
class KeyOwners {
public:
    explicit KeyOwners(const QueryContext& context) : context_(context) {}

    /// `domains` must be sorted, and must live until read() has returned.
    void ask(const std::vector<RootDomain>& domains);
    void read();

    /// One list for each key, host or page that has records. Lists may share documents.
    const std::vector<Postings>& lists() const noexcept { return lists_; }
    std::uint64_t documents() const noexcept;  ///< in all lists; a document in several lists counts several times
    /// The documents of all lists as ranges. Overwrites `out`. `documents`: the number of documents of the index. If
    /// the budget stops it, `out` is empty.
    void copy_ranges(std::uint32_t documents, place::Ranges& out) const;

private:
    void read_domain(std::size_t index);

    /// Replaces `entry`, that of a shared domain, by the entry of the page's host or of the page. Returns false if
    /// there is none.
    bool find_part(const RootDomain& domain, format::KeyEntry& entry);

    const QueryContext& context_;
    const std::vector<RootDomain>* domains_ = nullptr;
    const std::string* whole_key_ = nullptr;  // the last key whose complete list is in lists_
    std::vector<format::KeyHash> hashes_;
    std::vector<Postings> lists_;
    std::string scratch_;
};

}  // namespace bizrec::search
