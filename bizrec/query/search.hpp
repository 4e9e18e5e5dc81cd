#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "bizrec/base/budget.hpp"
#include "bizrec/lookup/search_query.hpp"
#include "bizrec/query/reading.hpp"
#include "bizrec/rank/rank.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

struct SearchResult {
    std::vector<SearchRow> rows;
    std::uint64_t total = 0;    ///< exact if asked for, regardless of limit and cursor; otherwise the number of rows
    std::uint64_t visited = 0;  ///< steps of ranking, doubting and decoding; tests check it
    Reading reading = Reading::all_words;  ///< the same on every page of a search
    /// Whether the first or last words were read as a place. If there are rows: always true for Reading::in_place; for
    /// decoded, most_words and any_word, true if the records lie inside the place.
    bool in_place = false;
    double radius_metres = 0;  ///< of the circle around the place that the query names; 0: no circle
    bool is_spent = false;     ///< looking for a better reading would have cost too much (ReadingLimits)
    const char* plan = "";     ///< Plan::name() of the last ranking, for tests
};

class SearchTask;

/// Runs one request at a time. An object must be used by one thread at a time; its memory is reused.
class Search {
public:
    explicit Search(const ReadingLimits& limits = {});
    ~Search();
    Search(Search&&) noexcept;
    Search& operator=(Search&&) noexcept;

    /// Overwrites `result`. Returns false if `budget` stopped it; `result` is then not valid. Another run() with a
    /// larger budget begins anew; its answer does not depend on earlier stopped runs. `generation`, `query` and
    /// `budget` must live until the last call of list_words() and list_other_words() for this run.
    bool run(const store::Generation& generation, const SearchQuery& query, SearchResult& result, Budget& budget);
    /// The same without a limit on the cost.
    void run(const store::Generation& generation, const SearchQuery& query, SearchResult& result);
    /// Call after run(). Lists the words that were looked up for the reading of the request and that a visible record
    /// has, each once per text. For a decoded reading in a place, lists all its words, with those of the place's name
    /// as typed. If the query is only a place's name, lists none. Overwrites `words`; the bytes live until the next
    /// run().
    void list_words(std::vector<std::string_view>& words) const;

    /// Lists the words of `query` in another reading that is nearly as likely (Decoder::near_by). Words that this
    /// reading takes as typed are listed as typed. Empty: there is no such reading.
    void list_other_words(std::vector<std::string_view>& words) const;

private:
    std::unique_ptr<SearchTask> task_;
    Budget unlimited_;
};

}  // namespace bizrec::search
