#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/budget.hpp"
#include "bizrec/format/layout.hpp"
#include "bizrec/query/reading.hpp"
#include "bizrec/query/root_domain.hpp"
#include "bizrec/rank/rank.hpp"
#include "bizrec/rank/row_test.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/where/location.hpp"

namespace bizrec::search {

/// A validated search request (decisions.md section 5). Texts are valid UTF-8 as the client sent them, trimmed; "" and
/// empty vectors = not given.
struct SearchQuery {
    std::string query;
    std::string store_name;
    std::vector<std::string> tags;
    std::vector<std::string> include_keywords, exclude_keywords;
    std::vector<RootDomain> excluded_domains;  ///< in order, each once
    bool by_included_domains = false;          ///< only records of included_domains, which may name none
    std::vector<RootDomain> included_domains;  ///< in order, each once
    std::vector<LocationFilter> locations;     ///< alternatives; empty = anywhere
    ColumnBounds bounds;
    std::uint32_t limit = 50;
    bool estimate_total = false;
    bool names_several = false;  ///< a text has "OR" between words: what has some of them is meant, not what has most
    bool as_typed = false;       ///< no reading but the words as typed: no row rather than a relaxed one
    bool has_cursor = false;
    std::uint32_t cursor_score = 0;
    format::Uuid cursor_id{};
};

struct SearchResult {
    std::vector<SearchRow> rows;
    std::uint64_t total = 0;    ///< where asked for: exact, whatever limit and cursor; else the number of rows
    std::uint64_t visited = 0;  ///< steps of ranking, doubting and decoding: counted work for tests
    Reading reading = Reading::all_words;  ///< of every page of a walk the same
    /// Whether the first or last words were read as a place: of Reading::in_place, and of decoded and most_words for
    /// records inside of it.
    bool in_place = false;
    double radius_metres = 0;  ///< of the circle about the place that the query names; 0: there is none
    bool is_spent = false;     ///< a better reading cost too much to look for (ReadingLimits)
    const char* plan = "";     ///< of the last ranking
};

class SearchTask;

/// One request at work. One object a thread at a time; its memory is reused.
class Search {
public:
    explicit Search(const ReadingLimits& limits = {});
    ~Search();
    Search(Search&&) noexcept;
    Search& operator=(Search&&) noexcept;

    /// Overwrites `result`. False: `budget` has stopped it, and `result` is no answer; run() with more begins again,
    /// and what it answers does not depend on how often it was stopped before. `generation`, `query` and `budget` must
    /// live until the calls below.
    bool run(const store::Generation& generation, const SearchQuery& query, SearchResult& result, Budget& budget);
    /// The same, whatever it costs.
    void run(const store::Generation& generation, const SearchQuery& query, SearchResult& result);
    /// After run(): the words that its reading looked up and that exist, each once in a text. Overwrites `words`; the
    /// bytes live until the next run().
    void list_words(std::vector<std::string_view>& words) const;

    /// The same of another reading that is nearly as likely (Decoder::near_by); none: there is none.
    void list_other_words(std::vector<std::string_view>& words) const;

private:
    std::unique_ptr<SearchTask> task_;
    Budget unlimited_;
};

}  // namespace bizrec::search
