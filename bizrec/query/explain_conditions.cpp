#include "bizrec/query/explain_conditions.hpp"

#include <algorithm>

#include "bizrec/postings/list_cursor.hpp"

namespace bizrec::search {

namespace {

struct NamedBound {
    const char* name;
    void (*copy)(const ColumnBounds& from, ColumnBounds& to);
};

constexpr NamedBound named_bounds[] = {
    {"number of locations",
     [](const ColumnBounds& from, ColumnBounds& to) {
         to.by_locations = from.by_locations;
         to.min_locations = from.min_locations;
         to.max_locations = from.max_locations;
     }},
    {"number of reviews",
     [](const ColumnBounds& from, ColumnBounds& to) {
         to.by_reviews = from.by_reviews;
         to.min_reviews = from.min_reviews;
         to.max_reviews = from.max_reviews;
     }},
    {"rating",
     [](const ColumnBounds& from, ColumnBounds& to) {
         to.by_rating = from.by_rating;
         to.min_rating = from.min_rating;
         to.max_rating = from.max_rating;
     }},
    {"price tier",
     [](const ColumnBounds& from, ColumnBounds& to) {
         to.by_tier = from.by_tier;
         to.min_tier = from.min_tier;
         to.max_tier = from.max_tier;
     }},
    {"opening date",
     [](const ColumnBounds& from, ColumnBounds& to) {
         to.by_opened = from.by_opened;
         to.opened_from = from.opened_from;
         to.opened_to = from.opened_to;
     }},
    {"date of the last update",
     [](const ColumnBounds& from, ColumnBounds& to) {
         to.by_refreshed = from.by_refreshed;
         to.refreshed_from = from.refreshed_from;
         to.refreshed_to = from.refreshed_to;
     }},
    {"ownership type", [](const ColumnBounds& from, ColumnBounds& to) { to.ownerships = from.ownerships; }},
    {"website or contact information",
     [](const ColumnBounds& from, ColumnBounds& to) {
         to.flags_wanted = from.flags_wanted;
         to.flags_unwanted = from.flags_unwanted;
     }},
};

void check_bounds(const store::Generation& generation, const ColumnBounds& bounds, std::uint32_t docid,
                  std::vector<std::string>& failed) {
    for (const NamedBound& bound : named_bounds) {
        ColumnBounds alone;
        bound.copy(bounds, alone);
        RowTest test;
        test.set_bounds(alone);
        if (!test.passes(generation, docid)) {
            failed.push_back(std::string("outside the bounds on its ") + bound.name);
        }
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
    const KeywordSets& keywords = task.filters().exclusions().keywords();
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
