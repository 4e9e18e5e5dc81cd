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
    /// Where no record has all words: whether the last ones name a place, any city too. Then words() are those before
    /// the name as typed, which take_some() may find to be too many, and it may be neither read nor corrected yet.
    bool begin_with_some(const store::Generation& generation, const SearchQuery& request, const QueryWords& words,
                         SearchFilters& filters, const RankProblem& as_typed);
    /// Those of `words`, the query's as typed and looked up so, that are the name of any place at its end or a
    /// preposition before it, and no other words. Forgets what has begun. Valid until the next begin…() or
    /// words_of_name().
    const WordSequence& words_of_name(const store::Generation& generation, const SearchQuery& request,
                                      const QueryWords& words);
    void forget() noexcept { may_be_read_ = may_be_corrected_ = false; }
    bool may_be_read() const noexcept { return may_be_read_; }
    /// Whether some word before the name exists nowhere: take() may find that it was meant as another one.
    bool may_be_corrected() const noexcept { return may_be_corrected_; }
    /// Where may_be_corrected(), with words() as typed: which documents are hits once their words are put in.
    const RankConditions& conditions(Tier tier) const noexcept { return problems_[tier]; }
    /// Where may_be_corrected(): `corrected` are words() with others in place of those that exist nowhere, and are hits
    /// of some record inside. Gives `all`, the request's words as typed, the same others. Then it may_be_read(), unless
    /// all of its words are the name of a business. The bytes of both must live until run() has returned.
    void take(const TypedWords& corrected, TypedWords& all_corrected, QueryWords& all);

    /// After begin_with_some(): looks for records inside that hold all of `words`, which are some of words() as typed,
    /// or for any of them. False, and nothing may be read, where none of those that any record needs exists.
    bool take_some(const TypedWords& words, bool any_word);

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
    bool may_be_read_ = false, may_be_corrected_ = false;
    bool all_words_exist_ = false;  // those of the name, too
    std::size_t next_ = 0;          // tier to run
    PlaceReading reading_;
    QueryWords words_;
    WordSequence words_of_name_;
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
