#pragma once

#include <cstdint>
#include <optional>

#include "bizrec/format/impact.hpp"
#include "bizrec/query/best_combination.hpp"
#include "bizrec/query/corrections.hpp"
#include "bizrec/query/filters.hpp"
#include "bizrec/query/function_words.hpp"
#include "bizrec/query/joined_names.hpp"
#include "bizrec/query/joined_words.hpp"
#include "bizrec/query/place_search.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/query/reading.hpp"
#include "bizrec/query/word_cutter.hpp"
#include "bizrec/rank/any_hit.hpp"

namespace bizrec::search {

/// The readings of a request that no record answers as it was typed, in their order:
///
///   name       two neighbours written as one word of a name, where records hold both by their street alone; tried
///              although these records are hits
///   in place   words that exist nowhere taken for their neighbours, where the last words name a place that has them
///   joined     two neighbours written as one ("star bucks"), where that word exists
///   corrected  words that exist nowhere taken for their neighbours in the vocabulary
///   split      words written for several ("goldenanchor"): those that exist nowhere, or else the rarest
///   neighbours words that exist taken for their neighbours too: one of them, or two of three and more
///   in place   all words but one, or any word, of those before a name of a place, for records of this place
///   most words all but one, of four and more
///   any word   of each text, with the likeliest corrections; the query's function words tell its rows apart
///
/// The first that has a hit is the reading of the request. One that costs too much to look for a hit is passed over.
/// What decides sees conditions only, never the page (RankConditions): all pages of a walk have the same reading.
class Readings {
public:
    explicit Readings(const ReadingLimits& limits) : limits_(limits) {}

    /// `words`: read as typed.
    void begin(const store::Generation& generation, const QueryWords& words);
    /// Whether there is another reading: one word that exists is meant as typed.
    bool any() const noexcept { return has_several_words_ || corrections_.any_missing(); }
    /// After begin(), with `words` and `conditions` as typed: an upper bound of find() and of ranking what it chose.
    std::uint64_t work(const store::Generation& generation, const QueryWords& words,
                       const RankConditions& conditions) const noexcept;

    /// `words` and `conditions` as typed, with hits, `hit` one of them or null: whether find_name() must be asked.
    bool may_be_name(const store::Generation& generation, const QueryWords& words, const RankConditions& conditions,
                     const SearchRow* hit) {
        return joined_names_.find(generation, words, conditions, hit);
    }
    /// After may_be_name(): whether a joined name is the reading of the request. Leaves `words` and `conditions` with
    /// it, or as typed. It has a hit then.
    bool find_name(const store::Generation& generation, QueryWords& words, SearchFilters& filters,
                   RankConditions& conditions);

    /// Where `place` may be corrected, before find(): whether it is the reading of the request. It has a hit then, and
    /// `words` are those of the request in that reading.
    bool correct_in_place(const store::Generation& generation, QueryWords& words, SearchFilters& filters,
                          PlaceSearch& place);

    /// Before find_all_words(): words of the query that name a place are meant as typed.
    void keep(const WordSequence& typed) { corrections_.keep(typed); }
    /// Where there is any(): a reading of all words. Leaves `words` and `conditions` with it. It has a hit.
    std::optional<Reading> find_all_words(const store::Generation& generation, QueryWords& words,
                                          SearchFilters& filters, RankConditions& conditions);
    /// After find_all_words() has found none: most words, or any word. The latter may have no hit. None: no record has
    /// a word.
    std::optional<Reading> find_some_words(const store::Generation& generation, QueryWords& words,
                                           SearchFilters& filters, RankConditions& conditions);
    /// Before that, where `place` begins with some: the same of the words before the name, for records inside. It has a
    /// hit, and `place` may be read.
    std::optional<Reading> find_some_words_in_place(const store::Generation& generation, SearchFilters& filters,
                                                    PlaceSearch& place);

    /// Readings that find() passed over because they cost too much.
    std::uint32_t skipped() const noexcept { return skipped_; }
    std::uint64_t visited() const noexcept { return visited_; }
    const FunctionWords& function_words() const noexcept { return function_words_; }

private:
    class Trial;

    void look_for_combination(const store::Generation& generation, QueryWords& words, SearchFilters& filters,
                              const RankConditions& conditions, BestCombination::Wanted wanted);
    void look_for_neighbours(const store::Generation& generation, QueryWords& words, SearchFilters& filters,
                             const RankConditions& conditions);
    void take(const store::Generation& generation, QueryWords& words, RankConditions& conditions);
    bool is_street_alone(const store::Generation& generation, const QueryWords& words, const RankConditions& conditions,
                         const JoinedNames::Join& join);
    bool has_hit_by_name(const store::Generation& generation, const QueryWords& words, RankConditions& conditions,
                         const JoinedNames::Join& join);
    bool has_hit_inside(const store::Generation& generation, PlaceSearch& place);
    bool has_neighbours_inside(const store::Generation& generation, PlaceSearch& place);
    bool has_hit(const store::Generation& generation, const RankConditions& conditions);
    bool read_any(const store::Generation& generation, QueryWords& words, SearchFilters& filters,
                  RankConditions& conditions);

    ReadingLimits limits_;
    bool has_several_words_ = false;  // one of the texts
    std::uint32_t skipped_ = 0;
    std::uint64_t visited_ = 0;
    std::uint64_t left_ = 0;  // steps
    JoinedNames joined_names_;
    JoinedWords joined_;
    Corrections corrections_;
    WordCutter cutter_;
    FunctionWords function_words_;
    bool has_most_words_ = false;
    TypedWords reading_, with_place_, most_words_;
    AnyHit any_hit_;
    BestCombination combination_;
};

}  // namespace bizrec::search
