#pragma once

#include <vector>

#include "bench/search/request.hpp"
#include "bizrec/query/clause.hpp"
#include "bizrec/rank/rank.hpp"
#include "bizrec/where/place_filter.hpp"

namespace bizrec::bench {

/// The part of a search that is timed on both sides: from analysed words and a resolved place to rows of docid and
/// score. It runs the engine's own steps, without text analysis, readings and rendering.
class WordSearch {
public:
    explicit WordSearch(const store::Generation& generation) : generation_(generation), context_(generation) {}

    /// Before the clock starts: names of places become docid ranges. Documents in a circle are found while the clock
    /// runs, because Lucene's point index does that then, too.
    void prepare(const Request& request);

    /// While the clock runs. `after`: the last row of the page before; null for the first page. Valid until the next
    /// call.
    const search::RankResult& rank(const Request& request, const search::SearchRow* after);

    /// After the clock stops: the number of hits.
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
