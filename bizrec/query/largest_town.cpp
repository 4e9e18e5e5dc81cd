#include "bizrec/query/largest_town.hpp"

#include <algorithm>

#include "bizrec/format/impact.hpp"

namespace bizrec::search {

namespace {

constexpr std::uint32_t more_score = LargestTown::evidence << format::quality_level_bits;

}  // namespace

void LargestTown::split(const NamedPlace& place, const PlaceFilter* places, RankProblem& inside) {
    apart_ = nullptr;
    if (place.largest_town.empty()) {
        return;
    }
    if (town_ == nullptr) {
        town_ = std::make_unique<Town>();
    }
    town_->inside.narrow(context_->documents(), places, place.largest_town);
    town_->others.narrow(context_->documents(), places, place.other_towns);
    if (town_->inside.all().empty() || town_->others.all().empty()) {
        return;
    }
    apart_ = town_.get();
    town_->problem = inside;
    town_->problem.places = &town_->inside;
    inside.places = &town_->others;
}

/// Sets the page of the town's problem. The cursor of `page` is a score of the merged rows, in which those of the town
/// have `more_score` added. The town's own problem ranks without `more_score`, so it is subtracted from the cursor.
void LargestTown::set_page(const RankPage& page) {
    RankPage& own = apart_->problem.page;
    own = page;
    if (!page.has_cursor) {
        return;
    }
    if (page.cursor_score >= more_score) {
        own.cursor_score -= more_score;
    } else {  // the cursor is below all rows of the town
        own.cursor_score = 0;
        own.cursor_docid = format::no_docid;
    }
}

void LargestTown::rank(Ranker& ranker, RankResult& result) {
    RankResult& own = apart_->result;
    ranker.plan(*context_, apart_->problem);
    ranker.run(own, context_.budget());
    for (SearchRow& row : own.rows) {
        row.score += more_score;
    }
    std::vector<SearchRow>& both = apart_->rows;
    both.resize(own.rows.size() + result.rows.size());
    std::merge(own.rows.begin(), own.rows.end(), result.rows.begin(), result.rows.end(), both.begin(), comes_before);
    result.rows.swap(both);
    result.total += own.total;
    result.visited += own.visited;
    result.any_hit = result.any_hit || own.any_hit;
}

}  // namespace bizrec::search
