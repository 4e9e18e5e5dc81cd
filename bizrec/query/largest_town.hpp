#pragma once

#include <memory>
#include <vector>

#include "bizrec/lookup/query_context.hpp"
#include "bizrec/place_words/named_place.hpp"
#include "bizrec/rank/rank.hpp"
#include "bizrec/where/place_filter.hpp"

namespace bizrec::search {

/// When several towns share a name, the largest is most likely meant: its records get a little more evidence than
/// similar records of the other towns. The records of the largest town are ranked as a problem of their own. Memory is
/// allocated when a query first names such a place.
class LargestTown {
public:
    explicit LargestTown(const QueryContext& context) : context_(context) {}

    static constexpr std::uint32_t evidence = 4;  ///< the extra evidence of a record in the largest town

    /// If the place has a largest town, takes that town out of the places of `inside`. `inside` is the problem of all
    /// towns, complete except for its page. `places`: those of the request; null: everywhere. All arguments must live,
    /// unchanged, until rank() has returned.
    void split(const NamedPlace& place, const PlaceFilter* places, RankProblem& inside);
    /// The town's problem, without the extra evidence. Null: no town is separate.
    RankProblem* problem() const noexcept { return apart_ == nullptr ? nullptr : &apart_->problem; }

    /// Sets the page of the town's problem. `page`: the page of all towns together. Call only if problem() is not null.
    void set_page(const RankPage& page);
    /// Plans and ranks the town's problem, and merges its rows into `result`, which holds those of the other towns.
    void rank(Ranker& ranker, RankResult& result);

private:
    struct Town {
        RankProblem problem;
        PlaceFilter inside, others;
        RankResult result;
        std::vector<SearchRow> rows;  // buffer: the town's rows merged with those of the other towns
    };

    const QueryContext& context_;
    std::unique_ptr<Town> town_;
    Town* apart_ = nullptr;  // town_, or null if it is not used
};

}  // namespace bizrec::search
