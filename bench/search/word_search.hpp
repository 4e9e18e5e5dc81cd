#pragma once

#include <vector>

#include "bench/search/request.hpp"
#include "bizrec/lookup/clause.hpp"
#include "bizrec/rank/rank.hpp"
#include "bizrec/where/place_filter.hpp"

namespace bizrec::bench {

/// The part of a search that is timed in both engines, ours and Lucene: from analysed words and a resolved place to
/// rows of docid and score. It runs the engine's own steps, without text analysis, readings and rendering.
class WordSearch {
public:
    explicit WordSearch(const store::Generation& generation) : generation_(generation), context_(generation) {}

    /// Call it before the clock starts. Resolves names of places to docid ranges. Leaves documents in circles to
    /// rank(), because Lucene's point index finds them while the clock runs, too.
    void prepare(const Request& request);

    /// Call it while the clock runs. Returns a page of rows, valid until the next call. `after`: the last row of the
    /// page before; null for the first page.
    const search::RankResult& rank(const Request& request, const search::SearchRow* after);

    /// The number of hits. Call it after the clock stops.
    std::uint64_t count(const Request& request);

private:
    void make_problem(const Request& request);

    const store::Generation& generation_;
    search::QueryContext context_;
    search::SearchClause clause_{context_, search::query_rule};
    search::WordSequence words_;
    search::ResolvedLocation location_;
    search::PlaceFilter places_;
    search::RankProblem problem_;
    search::Ranker ranker_;
    search::RankResult result_;
};

}  // namespace bizrec::bench
