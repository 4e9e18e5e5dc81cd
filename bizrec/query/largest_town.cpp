#include "bizrec/query/largest_town.hpp"

#include <algorithm>

#include "bizrec/format/impact.hpp"

namespace bizrec::search {

namespace {

constexpr std::uint32_t more_score = LargestTown::evidence << format::quality_level_bits;

}  // namespace

void LargestTown::split(const store::Generation& generation, const PlaceReading& reading, const PlaceFilter* places,
                        RankProblem& inside) {
    clear();
    if (reading.largest_town().empty()) {
        return;
    }
    inside_.narrow(generation.documents(), places, reading.largest_town());
    others_.narrow(generation.documents(), places, reading.other_towns());
    if (inside_.all().empty() || others_.all().empty()) {
        return;
    }
    is_apart_ = true;
    problem_ = inside;
    problem_.places = &inside_;
    inside.places = &others_;
}

/// The cursor's score is one with the evidence, which the town's own have not.
void LargestTown::set_page(const RankPage& page) {
    problem_.page = page;
    if (!page.has_cursor) {
        return;
    }
    if (page.cursor_score >= more_score) {
        problem_.page.cursor_score -= more_score;
    } else {  // below all rows of the town
        problem_.page.cursor_score = 0;
        problem_.page.cursor_docid = format::no_docid;
    }
}

void LargestTown::rank(const store::Generation& generation, Ranker& ranker, RankResult& result) {
    ranker.plan(generation, problem_);
    ranker.run(result_);
    for (SearchRow& row : result_.rows) {
        row.score += more_score;
    }
    rows_.resize(result_.rows.size() + result.rows.size());
    std::merge(result_.rows.begin(), result_.rows.end(), result.rows.begin(), result.rows.end(), rows_.begin(),
               comes_before);
    result.rows.swap(rows_);
    result.total += result_.total;
    result.visited += result_.visited;
    result.any_hit = result.any_hit || result_.any_hit;
}

}  // namespace bizrec::search
