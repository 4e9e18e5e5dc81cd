#pragma once

#include <cstdint>
#include <string>

#include "bizrec/query/filters.hpp"
#include "bizrec/query/place_reading.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// The rows of a query that ends with a place: first the records inside of it that hold the words before its name, then
/// the records elsewhere that hold all words as typed ("Paris Bakery" of London, for "bakery Paris"). A row of the
/// first kind has `evidence` more, so that a score tells where a page begins.
class PlaceSearch {
public:
    /// Above that of any query that PlaceReading reads.
    static constexpr std::uint32_t evidence = 1U << 20;

    /// `words`, `conditions`: as typed. True where the query may be read so; then work() and run() are of it.
    bool begin(const store::Generation& generation, const SearchQuery& request, const QueryWords& words,
               SearchFilters& filters, const RankProblem& as_typed);
    void forget() noexcept { may_be_read_ = false; }
    bool may_be_read() const noexcept { return may_be_read_; }

    /// An upper bound of run().
    std::uint64_t work(Ranker& ranker);
    /// False where no record inside holds the words. Overwrites `result`; `as_typed` is as begin() had it, its words
    /// complete or not.
    bool run(Ranker& ranker, bool typed_words_exist, RankResult& result);

    const PlaceReading& reading() const noexcept { return reading_; }
    /// Those before the name.
    const QueryWords& words() const noexcept { return words_; }

private:
    void page_inside(const RankPage& page);

    const store::Generation* generation_ = nullptr;
    bool may_be_read_ = false;
    PlaceReading reading_;
    QueryWords words_;
    PlaceFilter places_inside_, places_outside_;
    RankProblem inside_, outside_;
    RankResult rest_;
};

}  // namespace bizrec::search
