#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "bizrec/query/filters.hpp"
#include "bizrec/query/function_words.hpp"
#include "bizrec/query/largest_town.hpp"
#include "bizrec/query/place_reading.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// The rows of a query that ends with a place, tier after tier: the records inside of it that hold the words before its
/// name, those that say so themselves before those whose place was inferred; then the records elsewhere that hold all
/// words as typed ("Paris Bakery" of London, for "bakery Paris"). Each tier has so much more evidence than the next
/// that a score tells where a page begins.
class PlaceSearch {
public:
    enum Tier : std::uint32_t { elsewhere, inferred, stated, tier_count };

    /// Of a tier above the one below: more than that of any query that PlaceReading reads.
    static constexpr std::uint32_t evidence = 1U << 19;

    /// `words`, `as_typed`: the request as typed. Where it may_be_read() so, run() is of it. All must live,
    /// unchanged but by take(), until run() has returned.
    void begin(const store::Generation& generation, const SearchQuery& request, const QueryWords& words,
               SearchFilters& filters, const RankProblem& as_typed) {
        begin(generation, request, words, filters, as_typed, PlaceReading::Cities::words_do_not_tell);
    }
    /// Where the words are decoded: whether the last ones name a place, any city too. Then words() are those before the
    /// name as typed, and nothing may be read before take().
    bool begin_to_decode(const store::Generation& generation, const SearchQuery& request, const QueryWords& words,
                         SearchFilters& filters, const RankProblem& as_typed);
    /// The same of the first words. `turned`: memory for the request with its first words at the end.
    bool begin_at_front(const store::Generation& generation, const SearchQuery& request, const QueryWords& words,
                        SearchFilters& filters, const RankProblem& as_typed, SearchQuery& turned);
    void forget() noexcept { may_be_read_ = false; }
    bool may_be_read() const noexcept { return may_be_read_; }
    /// Where it may_be_read(), before run(): the words before the name, in records inside that state the place.
    const RankConditions& inside_as_typed() const noexcept { return problems_[stated]; }
    /// After begin_to_decode() and begin_at_front(): records inside, of any tier.
    const RankConditions& inside() const noexcept { return problems_[inferred]; }
    /// After those: looks for records inside that hold all of `words`, or any of them. False, and nothing may be read,
    /// where none of those that any record needs exists. The bytes of `words` must live until run() has returned.
    bool take(const TypedWords& words, bool any_word);
    /// After take(): lifts the records inside that hold all of `words` above all others.
    void prefer(const TypedWords& words);
    const QueryWords& preferred() const noexcept { return preferred_; }

    /// Where it may_be_read(), before run(): empties `result`.
    void start(RankResult& result) const;
    /// An upper bound of what is left to run().
    std::uint64_t work(Ranker& ranker) const;
    /// After the exclusions are marked. Adds tier after tier to `result` while they cost no more than `most`. 0: all
    /// are there, and none where no record inside holds the words. Else work().
    std::uint64_t run(Ranker& ranker, std::uint64_t most, RankResult& result);

    const PlaceReading& reading() const noexcept { return reading_; }
    /// Whether several towns have the name, and records of the largest count more (LargestTown).
    bool has_largest_town() const noexcept { return town_.is_apart(); }
    /// Those before the name.
    const QueryWords& words() const noexcept { return words_; }
    QueryWords& words() noexcept { return words_; }
    /// Those before the name.
    const FunctionWords& function_words() const noexcept { return function_words_; }
    /// The words of the name, where they lift the records that hold them: "La Grange" above Lagrange. No lists: they do
    /// not.
    const Boost& name_as_typed() const noexcept { return name_as_typed_; }
    /// The same words in the names of records, where they lift those: "University of Washington" above others there. No
    /// lists: they do not.
    const Boost& name_in_names() const noexcept { return name_in_names_; }

private:
    void begin(const store::Generation& generation, const SearchQuery& request, const QueryWords& words,
               SearchFilters& filters, const RankProblem& as_typed, PlaceReading::Cities cities);
    void add_function_words();
    void add_name_in_names();
    void add_name_as_typed();
    std::uint32_t look_up_name(format::TermKind kind, Boost& boost);
    void set_page(const RankPage& page);
    bool holds_something(Tier tier) const noexcept;
    bool is_wanted(Tier tier, const RankResult& result) const noexcept;
    std::uint64_t plan_tier(Tier tier, Ranker& ranker) const;
    void run_tier(Tier tier, Ranker& ranker, RankResult& result);

    const store::Generation* generation_ = nullptr;
    SearchFilters* filters_ = nullptr;
    bool is_found_ = false, may_be_read_ = false;
    bool all_words_exist_ = false;  // those of the name, too
    std::size_t next_ = 0;          // tier to run
    PlaceReading reading_;
    QueryWords words_;
    QueryWords preferred_;
    FunctionWords function_words_;
    Boost name_as_typed_, name_in_names_;
    text::AnalysedText name_text_;
    std::string folded_, key_;
    PlaceFilter inside_, outside_;
    std::array<RankProblem, tier_count> problems_;
    LargestTown town_;  // of problems_[stated]
    RankResult of_tier_;
};

}  // namespace bizrec::search
