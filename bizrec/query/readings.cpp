#include "bizrec/query/readings.hpp"

#include <algorithm>

namespace bizrec::search {

namespace {

/// Words of which all but one say enough: two of three are rather a place than a name.
constexpr std::size_t least_for_most = 4;
/// Words of which any may stand for all within a place. More of them are an address rather, and the name of its city is
/// as likely that of a neighbour: they tell the record better than the place does.
constexpr std::size_t most_for_any_in_place = 4;
/// Steps of a seek to a range or a document.
constexpr std::uint64_t seek_steps = 24;
/// Groups of a list by score, at most.
constexpr std::uint64_t max_groups = 4096;
/// Lists of names and labels that a text may be as a whole, for each length (SearchClause).
constexpr std::uint64_t lists_per_length = 4;

/// The word that the fewest records hold; without documents where none exists.
Corrections::Rarest rarest_of(const QueryWords& words) noexcept {
    Corrections::Rarest rarest;
    for (const SearchClause* clause : {&words.query(), &words.store_name()}) {
        for (const SearchClause::Word& word : clause->words()) {
            if (word.lists.count != 0 && (rarest.documents == 0 || word.lists.count < rarest.documents)) {
                rarest = {&clause->rule(), word.text, word.lists.count};
            }
        }
    }
    return rarest;
}

/// Records of a word that tells who is meant, rather than what: "Spago, West Hollywood" may stand in Los Angeles, and
/// no other restaurant of Hollywood is meant.
std::uint32_t most_of_a_name(std::uint32_t documents) noexcept {
    return std::max(documents / 4096, 32U);
}

/// Postings of the words as typed. A word that exists nowhere may be read as one that is everywhere.
std::uint64_t postings_of_words(const QueryWords& words, std::uint64_t documents) noexcept {
    std::uint64_t sum = 0;
    for (const SearchClause* clause : {&words.query(), &words.store_name()}) {
        for (const SearchClause::Word& word : clause->words()) {
            sum += word.lists.count != 0 ? word.lists.count : documents;
        }
    }
    return sum;
}

/// Where each is as many as it may be written for.
std::uint64_t words_at_most(const QueryWords& words) noexcept {
    std::uint64_t sum = 0;
    for (const SearchClause* clause : {&words.query(), &words.store_name()}) {
        for (const SearchClause::Word& word : clause->words()) {
            sum += word.text.size() / 2 + 1;
        }
    }
    return sum;
}

std::uint64_t function_words_of(const QueryWords& words) noexcept {
    if (words.typed().query.empty()) {
        return 0;
    }
    const std::vector<text::Word>& all = words.text_of(query_rule).words;
    return static_cast<std::uint64_t>(std::count_if(
        all.begin(), all.end(), [](const text::Word& word) { return word.kind == text::WordKind::stop; }));
}

/// Different words of both texts.
std::size_t words_of(const QueryWords& words) noexcept {
    return words.query().words().size() + words.store_name().words().size();
}

BestCombination::Wanted wanted_of(const QueryWords& words) noexcept {
    const std::size_t existing = words.query().found() + words.store_name().found();
    BestCombination::Wanted wanted;
    wanted.varied = existing >= 2 ? 1 : 0;
    wanted.left_out = words_of(words) >= 3;
    return wanted;
}

/// An upper bound of ranking any reading. Its words are not known yet: each may be in every record.
std::uint64_t ranking_work(const store::Generation& generation, const QueryWords& words,
                           const RankConditions& conditions) noexcept {
    const std::uint64_t documents = generation.documents();
    const std::uint64_t ranges = conditions.places == nullptr ? 1 : conditions.places->all().size();
    const std::uint64_t typed = words_at_most(words);
    std::uint64_t lists = typed + 1 + conditions.any_of.size() + function_words_of(words);
    lists += 2 * lists_per_length * (std::min<std::uint64_t>(typed, longest_whole) + 1);
    for (const Boost& boost : conditions.boosts) {
        lists += boost.lists.size();
    }
    const std::uint64_t circles = conditions.has_circles() ? conditions.places->circle_steps() : 0;
    const std::uint64_t looked_at = documents + postings_of_words(words, documents);
    const std::uint64_t seeks = (ranges * (lists + max_groups) + documents / 128 * lists) * seek_steps;
    return seeks + looked_at * 2 * (lists + 1 + circles);
}

}  // namespace

/// Looks a reading up, and for a hit where that is not too much.
class Readings::Trial final : public ReadingTrial {
public:
    Trial(Readings& readings, const store::Generation& generation, QueryWords& words, SearchFilters& filters,
          RankConditions& conditions) noexcept
        : readings_(readings), generation_(generation), words_(words), filters_(filters), conditions_(conditions) {}

    bool has_hit(const TypedWords& reading) override {
        words_.ask(generation_, reading);
        words_.read(generation_);
        if (!words_.is_complete()) {
            return false;
        }
        words_.require_all(conditions_);
        readings_.visited_ += filters_.mark_exclusions();
        return readings_.has_hit(generation_, conditions_);
    }

private:
    Readings& readings_;
    const store::Generation& generation_;
    QueryWords& words_;
    SearchFilters& filters_;
    RankConditions& conditions_;
};

void Readings::begin(const store::Generation& generation, const QueryWords& words) {
    corrections_.note(words.query(), words.store_name());
    joined_names_.clear();
    has_several_words_ = words.has_several();
    cutter_.begin();
    left_ = limits_.budget(generation.documents());
    skipped_ = 0;
    visited_ = 0;
    function_words_.clear();
}

std::uint64_t Readings::work(const store::Generation& generation, const QueryWords& words,
                             const RankConditions& conditions) const noexcept {
    if (!any()) {
        return 0;
    }
    return Corrections::max_steps + WordCutter::max_steps + limits_.budget(generation.documents()) +
           ranking_work(generation, words, conditions);
}

bool Readings::find_name(const store::Generation& generation, QueryWords& words, SearchFilters& filters,
                         RankConditions& conditions) {
    visited_ += filters.mark_exclusions();
    for (const JoinedNames::Join& join : joined_names_.joins()) {
        if (!is_street_alone(generation, words, conditions, join)) {
            continue;
        }
        reading_ = words.typed();
        const auto at = reading_.query.begin() + static_cast<std::ptrdiff_t>(join.at);
        *at = join.form;
        reading_.query.erase(at + 1);
        take(generation, words, conditions);
        const bool has_hit = has_hit_by_name(generation, words, conditions, join);
        if (!has_hit) {
            reading_ = words.typed();
        }
        take(generation, words, conditions);
        if (has_hit) {
            return true;
        }
    }
    return false;
}

/// One half of the steps that are left at most.
bool Readings::is_street_alone(const store::Generation& generation, const QueryWords& words,
                               const RankConditions& conditions, const JoinedNames::Join& join) {
    const std::uint64_t before = visited_;
    const auto verdict = joined_names_.judge(generation, words, conditions, join, visited_ + left_ / 2, visited_);
    left_ -= std::min(left_, visited_ - before);
    skipped_ += verdict == JoinedNames::Verdict::given_up ? 1U : 0U;
    return verdict == JoinedNames::Verdict::street_alone;
}

/// Overwrites `conditions`: the joined word counts in names alone.
bool Readings::has_hit_by_name(const store::Generation& generation, const QueryWords& words, RankConditions& conditions,
                               const JoinedNames::Join& join) {
    conditions.required[words.query().word_at(join.at)].lists = join.named;
    conditions.pair = {};
    return has_hit(generation, conditions);
}

bool Readings::correct_in_place(const store::Generation& generation, QueryWords& words, SearchFilters& filters,
                                PlaceSearch& place) {
    if (!place.may_be_corrected()) {
        return false;
    }
    visited_ += corrections_.find_missing(generation);
    look_for_combination(generation, place.words(), filters, place.conditions(PlaceSearch::inferred), {});
    if (!combination_.has_all()) {
        return false;
    }
    combination_.apply_all(reading_);
    place.take(reading_, with_place_, words);
    if (!place.may_be_read()) {
        words.ask(generation, words.typed());
        words.read(generation);
    }
    return place.may_be_read();
}

std::optional<Reading> Readings::find_all_words(const store::Generation& generation, QueryWords& words,
                                                SearchFilters& filters, RankConditions& conditions) {
    has_most_words_ = false;
    Trial trial(*this, generation, words, filters, conditions);
    if (joined_.read(generation, words, trial)) {
        return Reading::joined;
    }
    if (corrections_.any_missing()) {
        visited_ += corrections_.find_missing(generation);
        if (corrections_.has_all_missing()) {
            look_for_combination(generation, words, filters, conditions, {});
            if (combination_.has_all()) {
                combination_.apply_all(reading_);
                take(generation, words, conditions);
                return Reading::corrected;
            }
        }
    }
    if (cutter_.read(generation, words, corrections_, trial, visited_)) {
        return Reading::split;
    }
    if (has_several_words_) {
        look_for_neighbours(generation, words, filters, conditions);
        if (combination_.has_all()) {
            combination_.apply_all(reading_);
            take(generation, words, conditions);
            return Reading::neighbours;
        }
        has_most_words_ = combination_.has_most() && words_of(words) >= least_for_most;
        if (has_most_words_) {
            most_words_ = reading_;
            combination_.apply_most(most_words_);
        }
    }
    return std::nullopt;
}

std::optional<Reading> Readings::find_some_words(const store::Generation& generation, QueryWords& words,
                                                 SearchFilters& filters, RankConditions& conditions) {
    if (has_most_words_) {
        reading_ = most_words_;
        take(generation, words, conditions);
        return Reading::most_words;
    }
    if (read_any(generation, words, filters, conditions)) {
        return Reading::any_word;
    }
    return std::nullopt;
}

std::optional<Reading> Readings::find_some_words_in_place(const store::Generation& generation, SearchFilters& filters,
                                                          PlaceSearch& place) {
    visited_ += filters.mark_exclusions();
    const std::size_t count = words_of(place.words());
    const auto [rule, rarest, documents] = rarest_of(place.words());
    if (documents == 0) {
        return std::nullopt;
    }
    reading_ = {};
    reading_.of(*rule).push_back(rarest);
    const bool has_rarest = has_hit_inside(generation, place);
    if (!has_rarest && documents <= most_of_a_name(generation.documents())) {
        return std::nullopt;
    }
    if (count >= 2) {
        look_for_combination(generation, place.words(), filters, place.conditions(PlaceSearch::inferred), {0, true});
        if (combination_.has_most()) {
            combination_.apply_most(reading_);
            return place.take_some(reading_, false) ? std::optional(Reading::most_words) : std::nullopt;
        }
    }
    if (count > most_for_any_in_place || (!has_rarest && !has_neighbours_inside(generation, place))) {
        return std::nullopt;
    }
    reading_ = place.words().typed();
    return place.take_some(reading_, true) ? std::optional(Reading::any_word) : std::nullopt;
}

bool Readings::has_neighbours_inside(const store::Generation& generation, PlaceSearch& place) {
    const WordSequence& typed = place.words().typed().query;
    for (std::size_t i = 0; i + 1 < typed.size(); ++i) {
        reading_ = {};
        reading_.query = {typed[i], typed[i + 1]};
        if (has_hit_inside(generation, place)) {
            return true;
        }
    }
    return false;
}

/// Of all words of reading_.
bool Readings::has_hit_inside(const store::Generation& generation, PlaceSearch& place) {
    return place.take_some(reading_, false) && has_hit(generation, place.conditions(PlaceSearch::inferred));
}

/// Documents must be excluded before. False, too, where that costs more steps than are left.
bool Readings::has_hit(const store::Generation& generation, const RankConditions& conditions) {
    any_hit_.assign(generation, conditions);
    const std::uint64_t cost = any_hit_.cost();
    if (cost > left_) {
        ++skipped_;
        return false;
    }
    left_ -= cost;
    return any_hit_.run(visited_);
}

/// A walk through the vocabulary costs more than one through documents: first the records that lack one word tell which
/// words are worth it. All are where there are none.
void Readings::look_for_neighbours(const store::Generation& generation, QueryWords& words, SearchFilters& filters,
                                   const RankConditions& conditions) {
    const BestCombination::Wanted wanted = wanted_of(words);
    combination_.clear();
    if (wanted.left_out) {
        look_for_combination(generation, words, filters, conditions, {0, true});
        if (combination_.has_most() && wanted.varied != 0) {
            visited_ += corrections_.find_existing(generation, combination_.lacking_words());
            look_for_combination(generation, words, filters, conditions, wanted);
        }
        if (combination_.has_all() || combination_.has_most() || combination_.is_spent()) {
            skipped_ += combination_.is_spent() ? 1U : 0U;  // `most_words` too
            return;
        }
    }
    if (wanted.varied != 0) {
        visited_ += corrections_.find_existing(generation);
        look_for_combination(generation, words, filters, conditions, {wanted.left_out ? 2U : 1U, false});
    }
}

/// With the words as typed, which are looked up again. One half of the steps that are left at most: what comes behind
/// is tried too.
void Readings::look_for_combination(const store::Generation& generation, QueryWords& words, SearchFilters& filters,
                                    const RankConditions& conditions, BestCombination::Wanted wanted) {
    reading_ = words.typed();
    words.ask(generation, reading_);
    words.read(generation);
    visited_ += filters.mark_exclusions();
    const std::uint64_t before = visited_;
    combination_.find(generation, conditions, words, corrections_, wanted, left_ / 2, visited_);
    left_ -= std::min(left_, visited_ - before);
    skipped_ += combination_.is_spent() ? 1U : 0U;
}

/// Makes reading_ the reading of the request.
void Readings::take(const store::Generation& generation, QueryWords& words, RankConditions& conditions) {
    words.ask(generation, reading_);
    words.read(generation);
    words.require_all(conditions);
}

/// Any of one word is all of them: what the readings before have looked for.
bool Readings::read_any(const store::Generation& generation, QueryWords& words, SearchFilters& filters,
                        RankConditions& conditions) {
    reading_ = words.typed();
    cutter_.apply_likeliest(corrections_, reading_);
    const bool is_cut = reading_.query.size() + reading_.store_name.size() !=
                        words.typed().query.size() + words.typed().store_name.size();
    if (!has_several_words_ && !is_cut) {
        words.ask(generation, reading_);
        words.read(generation);
        return false;
    }
    corrections_.apply_likeliest(reading_);
    words.ask(generation, reading_);
    words.read(generation);
    if (!words.require_any(conditions)) {
        return false;
    }
    function_words_.add_boosts(generation, words, filters, conditions);
    return true;
}

}  // namespace bizrec::search
