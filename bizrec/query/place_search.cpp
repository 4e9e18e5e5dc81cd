#include "bizrec/query/place_search.hpp"

#include <algorithm>

#include "bizrec/format/impact.hpp"
#include "bizrec/rank/plan.hpp"

namespace bizrec::search {

namespace {

constexpr std::uint32_t place_score = PlaceSearch::evidence << format::quality_level_bits;

/// The places of a request, or everywhere, as far as they lie in `ranges`.
void narrow_places(const store::Generation& generation, const PlaceFilter* places, const place::Ranges& ranges,
                   PlaceFilter& out) {
    if (places != nullptr) {
        out = *places;
    } else {
        out.allow_everything(generation.documents());
    }
    out.narrow(ranges);
}

}  // namespace

bool PlaceSearch::begin(const store::Generation& generation, const SearchQuery& request, const QueryWords& words,
                        SearchFilters& filters, const RankProblem& as_typed) {
    generation_ = &generation;
    may_be_read_ = false;
    if (!reading_.find(generation, request, words) ||
        !words_.analyse(generation.rules().words, reading_.rest(), request.store_name)) {
        return false;
    }
    words_.ask(generation, words_.typed());
    words_.read(generation);
    if (!words_.is_complete()) {
        return false;
    }
    narrow_places(generation, as_typed.places, reading_.inside(), places_inside_);
    narrow_places(generation, as_typed.places, reading_.outside(), places_outside_);
    if (places_inside_.all().empty()) {
        return false;
    }
    filters.fill(inside_);
    inside_.places = &places_inside_;
    words_.require_all(inside_);
    outside_ = as_typed;
    outside_.places = &places_outside_;
    page_inside(as_typed.page);
    may_be_read_ = true;
    return true;
}

/// A cursor inside has the score of its row with what the place adds; one outside has passed all that is inside.
void PlaceSearch::page_inside(const RankPage& page) {
    inside_.page = outside_.page = page;
    if (!page.has_cursor) {
        return;
    }
    if (page.cursor_score >= place_score) {
        inside_.page.cursor_score = page.cursor_score - place_score;
        outside_.page.has_cursor = false;
    } else {
        inside_.page.cursor_score = 0;
        inside_.page.cursor_docid = format::no_docid;
    }
}

std::uint64_t PlaceSearch::work(Ranker& ranker) {
    const std::uint64_t inside = ranker.plan(*generation_, inside_).work();
    return inside + ranker.plan(*generation_, outside_).work();
}

bool PlaceSearch::run(Ranker& ranker, bool typed_words_exist, RankResult& result) {
    ranker.plan(*generation_, inside_);
    ranker.run(result);
    if (!result.any_hit) {
        return false;
    }
    for (SearchRow& row : result.rows) {
        row.score = std::min(row.score, place_score - 1) + place_score;
    }
    const std::size_t limit = inside_.page.limit;
    if (!typed_words_exist || places_outside_.all().empty() || (result.rows.size() >= limit && !inside_.page.count)) {
        return true;
    }
    ranker.plan(*generation_, outside_);
    ranker.run(rest_);
    for (const SearchRow& row : rest_.rows) {
        if (result.rows.size() < limit) {
            result.rows.push_back(row);
        }
    }
    result.total += rest_.total;
    result.visited += rest_.visited;
    return true;
}

}  // namespace bizrec::search
