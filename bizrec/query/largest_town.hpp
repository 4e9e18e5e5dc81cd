#pragma once

#include <memory>
#include <vector>

#include "bizrec/query/place_reading.hpp"
#include "bizrec/rank/rank.hpp"
#include "bizrec/where/place_filter.hpp"

namespace bizrec::search {

/// Several towns of one name, of which the largest is meant most likely: its records get a little more evidence than
/// others like them. They are ranked by themselves, as a problem next to that of the other towns. Its memory comes with
/// the first such name.
class LargestTown {
public:
    static constexpr std::uint32_t evidence = 4;  ///< of a record in it

    void clear() noexcept { is_apart_ = false; }
    /// Takes the largest town of the reading, where it has one, out of the places of `inside`, a problem of all towns
    /// that is complete but for its page. `places`: those of the request; null: everywhere. All must live, unchanged,
    /// until rank() has returned.
    void split(const store::Generation& generation, const PlaceReading& reading, const PlaceFilter* places,
               RankProblem& inside);
    bool is_apart() const noexcept { return is_apart_; }
    /// Where it is_apart(): of the town, before its evidence.
    const RankProblem& problem() const noexcept { return town_->problem; }
    RankProblem& problem() noexcept { return town_->problem; }
    /// Where it is_apart(): the page of the problem of all towns.
    void set_page(const RankPage& page);

    /// Where it is_apart(): plans and ranks it. Adds its rows to `result`, that of the other towns.
    void rank(const store::Generation& generation, Ranker& ranker, RankResult& result);

private:
    struct Town {
        RankProblem problem;
        PlaceFilter inside, others;
        RankResult result;
        std::vector<SearchRow> rows;  // with those of the others
    };

    bool is_apart_ = false;
    std::unique_ptr<Town> town_;
};

}  // namespace bizrec::search
