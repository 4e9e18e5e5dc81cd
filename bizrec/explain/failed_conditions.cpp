#include "bizrec/explain/failed_conditions.hpp"

#include <algorithm>
#include <utility>

#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/postings/postings.hpp"

namespace bizrec::search {

namespace {

/// Adds a line to `failed` for each bound that the document fails: ranges first, then the others, each in the order of
/// their sections in the index.
void check_bounds(const store::Generation& generation, const ColumnBounds& bounds, std::uint32_t docid,
                  std::vector<std::string>& failed) {
    using format::ColumnKind;
    using Failure = std::pair<std::pair<bool, format::Section>, const char*>;
    std::vector<Failure> failures;
    format::for_each_column(
        [&](auto row, const auto& bound, const auto& column) {
            const bool is_range = row.kind == ColumnKind::number || row.kind == ColumnKind::time;
            if (bound.is_given() && !passes(row, bound, column, docid)) {
                failures.push_back({{!is_range, row.section}, row.description});
            }
        },
        bounds, generation);
    std::sort(failures.begin(), failures.end());
    for (const Failure& failure : failures) {
        failed.push_back(std::string("outside the bounds on its ") + failure.second);
    }
}

bool holds_all(const std::vector<format::TermLists>& lists, std::uint32_t docid) {
    ListCursor cursor;
    std::uint64_t visited = 0;
    return std::all_of(lists.begin(), lists.end(), [&](const format::TermLists& each) {
        cursor.open(each);
        return cursor.contains(docid, visited);
    });
}

void check_exclusions(const SearchQuery& query, const SearchTask& task, std::uint32_t docid,
                      std::vector<std::string>& failed) {
    const KeywordSets& keywords = task.filters().excluded_keywords();
    std::vector<format::TermLists> lists;
    bool by_keyword = false;
    for (const KeywordSets::Keyword& keyword : keywords.keywords()) {
        keywords.copy_lists(keyword, lists);
        if (holds_all(lists, docid)) {
            failed.push_back("holds all words of exclude_keywords \"" + query.exclude_keywords[keyword.source] + '"');
            by_keyword = true;
        }
    }
    if (!by_keyword && task.filters().test().excludes(docid)) {
        failed.emplace_back("belongs to one of exclude_root_domains");
    }
}

}  // namespace

std::vector<std::string> failed_conditions(const store::Generation& generation, const SearchQuery& query,
                                           const SearchTask& task, std::uint32_t docid) {
    std::vector<std::string> failed;
    Placement placement;
    std::uint64_t steps = 0;
    if (query.by_included_domains && !contains(task.filters().included(), docid)) {
        failed.emplace_back("belongs to none of include_root_domains");
    } else if (!task.filters().places().locate(generation, docid, placement, steps)) {
        failed.emplace_back("outside the location");
    }
    if (!query.query.empty() && task.words().query().words().empty()) {
        failed.emplace_back("the query has no word in it");
    }
    if (!query.store_name.empty() && task.words().store_name().words().empty()) {
        failed.emplace_back("the store_name has no word in it");
    }
    check_bounds(generation, query.bounds, docid, failed);
    check_exclusions(query, task, docid, failed);
    return failed;
}

}  // namespace bizrec::search
