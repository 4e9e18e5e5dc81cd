#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/query/key_owners.hpp"
#include "bizrec/query/keywords.hpp"
#include "bizrec/query/query_context.hpp"
#include "bizrec/rank/row_test.hpp"

namespace bizrec::search {

/// The documents that `exclude_root_domains` and `exclude_keywords` exclude.
class Exclusions {
public:
    explicit Exclusions(const QueryContext& context) : context_(context), owners_(context), keywords_(context) {}

    void ask(const std::vector<RootDomain>& domains, const std::vector<std::string>& keywords);
    void read();

    bool any() const noexcept { return !owners_.lists().empty() || !keywords_.keywords().empty(); }
    /// Marks the excluded documents in `test`. Returns the steps taken. If the budget stops it, some documents are not
    /// excluded.
    std::uint64_t mark(RowTest& test, std::uint32_t documents);

    const KeywordSets& keywords() const noexcept { return keywords_; }

private:
    const QueryContext& context_;
    KeyOwners owners_;
    KeywordSets keywords_;
    std::vector<format::TermLists> lists_;
};

}  // namespace bizrec::search
