#include "lmdb_builder/commands/why_found.hpp"

#include <algorithm>

#include "bizrec/query/explain.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

search::SearchResult all_rows(const store::Generation& generation, const search::SearchQuery& query) {
    search::SearchQuery all = query;
    all.limit = std::max(generation.documents(), 1U);
    all.has_cursor = false;
    all.estimate_total = false;
    search::Search search;
    search::SearchResult result;
    search.run(generation, all, result);
    return result;
}

/// Number of `rows` at or before the request's cursor.
std::size_t rows_passed(const store::Generation& generation, const search::SearchQuery& query,
                        const std::vector<search::SearchRow>& rows) {
    if (!query.has_cursor) {
        return 0;
    }
    const search::SearchRow cursor{generation.find_id(query.cursor_id), query.cursor_score};
    return static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [&](const auto& row) { return !comes_before(cursor, row); }));
}

std::string not_found(const store::Generation& generation, const search::SearchQuery& query, std::uint32_t docid,
                      std::size_t total) {
    std::string reasons;
    for (const std::string& why : search::Explanation(generation, query).obstacles(docid)) {
        reasons += (reasons.empty() ? "" : "; ") + why;
    }
    const std::string others = total == 0   ? "No record matches, nor does this one: "
                               : total == 1 ? "One record matches, but not this one: "
                                            : "It is none of the " + with_separators(total) + " that match: ";
    return others + reasons + '.';
}

}  // namespace

Reason why_found(const store::Generation& generation, const search::SearchQuery& query, std::uint32_t docid) {
    const std::vector<search::SearchRow> rows = all_rows(generation, query).rows;
    const auto row = std::find_if(rows.begin(), rows.end(), [docid](const auto& each) { return each.docid == docid; });
    if (row == rows.end()) {
        return {false, not_found(generation, query, docid, rows.size())};
    }
    const auto index = static_cast<std::size_t>(row - rows.begin());
    const std::string rank = "It is row " + with_separators(index + 1) + " of " + with_separators(rows.size()) +
                             ", with score " + std::to_string(row->score);
    const std::size_t passed = rows_passed(generation, query, rows);
    if (index < passed) {
        return {false, rank + ", which the request's cursor has passed."};
    }
    if (index - passed >= query.limit) {
        return {false, rank + ", behind the " + with_separators(query.limit) + " rows that the request asks for."};
    }
    return {true, rank + '.'};
}

}  // namespace bizrec::builder
