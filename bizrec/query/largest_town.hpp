#pragma once

#include <memory>
#include <vector>

#include "bizrec/query/named_place.hpp"
#include "bizrec/query/query_context.hpp"
#include "bizrec/rank/rank.hpp"
#include "bizrec/where/place_filter.hpp"

namespace bizrec::search {

/// Several towns of one name, of which the largest is meant most likely: its records get a little more evidence than
/// others like them. They are ranked by themselves, as a problem next to that of the other towns. Its memory comes with
/// the first such name.
class LargestTown {
public:
    explicit LargestTown(const QueryContext& context) : context_(context) {}

    static constexpr std::uint32_t evidence = 4;  ///< of a record in it

    /// Takes the largest town of the place, where it has one, out of the places of `inside`, a problem of all towns
    /// that is complete but for its page. `places`: those of the request; null: everywhere. All must live, unchanged,
    /// until rank() has returned.
    void split(const NamedPlace& place, const PlaceFilter* places, RankProblem& inside);
    /// That of the town, before its evidence; null: none is apart.
    RankProblem* problem() const noexcept { return apart_ == nullptr ? nullptr : &apart_->problem; }

    /// Of a town that is apart: the page of the problem of all towns.
    void set_page(const RankPage& page);
    /// Plans and ranks it. Adds its rows to `result`, that of the other towns.
    void rank(Ranker& ranker, RankResult& result);

private:
    struct Town {
        RankProblem problem;
        PlaceFilter inside, others;
        RankResult result;
        std::vector<SearchRow> rows;  // with those of the others
    };

    const QueryContext& context_;
    std::unique_ptr<Town> town_;
    Town* apart_ = nullptr;  // town_, where it is used
};

}  // namespace bizrec::search
