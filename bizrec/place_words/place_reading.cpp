#include "bizrec/place_words/place_reading.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/format/place_entry.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/place/folded_names.hpp"
#include "bizrec/rank/task.hpp"
#include "bizrec/text/fold.hpp"
#include "bizrec/text/typing_cost.hpp"
#include "bizrec/where/location.hpp"

namespace bizrec::search {

namespace {

/// In a query of more tokens, no place is looked for, because the evidence of the words might reach that of the place
/// (PlaceSearch::evidence).
constexpr std::size_t max_query_tokens = 16;
constexpr std::size_t max_other_parts = 64;  ///< tags and keywords; limited for the same reason
constexpr std::size_t max_store_name = 256;  ///< in bytes; limited for the same reason
/// The last word is not read as a place if records with that word outnumber the records in the place by more than this
/// factor.
constexpr std::uint64_t word_factor = 4;
/// The last word is taken for the name of a state or country only if enough businesses with that word in their names
/// lie there: one in `part_of_names` of them, or `enough_names`. Most states reach far more, but an abbreviation of a
/// state hardly stands in names there. Fewer than `min_names` names prove nothing.
constexpr std::uint64_t part_of_names = 8;
constexpr std::uint64_t min_names = 8;
constexpr std::uint64_t enough_names = 4096;

constexpr std::size_t min_mistyped_name = 5;  // in bytes; shorter names resemble other words by chance
constexpr std::size_t max_abbreviation = 3;

/// Whether to look for places in a query of this many tokens, including the preposition.
bool may_name_a_place(const SearchQuery& request, const QueryWords& words, std::size_t tokens) {
    return !request.query.empty() && tokens <= max_query_tokens && request.store_name.size() <= max_store_name &&
           request.tags.size() + request.include_keywords.size() + request.exclude_keywords.size() <= max_other_parts &&
           !words.query().is_whole_name();
}

/// Whether one of the last `tokens` words is a function word. The words alone then do not find the place: for "De Pere"
/// they find everything with "pere".
bool ends_with_function_word(const QueryWords& words, std::size_t tokens) noexcept {
    const std::vector<text::Word>& all = words.text_of(query_rule).words;
    const auto last = static_cast<std::ptrdiff_t>(std::min(tokens, all.size()));
    return std::any_of(all.end() - last, all.end(),
                       [](const text::Word& word) { return word.kind == text::WordKind::stop; });
}

}  // namespace

bool PlaceReading::find_at_end(const SearchQuery& request, const QueryWords& words, Cities cities) {
    const std::size_t all = tokens_.size();
    const std::size_t min_rest = words.is_complete() ? 1 : 0;
    if (all <= min_rest || !may_name_a_place(request, words, all)) {
        return false;
    }
    const std::size_t begin = std::max(all > PlaceNames::max_tokens ? all - PlaceNames::max_tokens : 0, min_rest);
    names_.ask_endings({begin, all});
    for (std::size_t first = begin; first < all; ++first) {
        const Preposition before = first > min_rest ? preposition_at(first - 1) : Preposition::none;
        const TokenSpan name{first, all}, rest{0, first - (before == Preposition::none ? 0 : 1)};
        const bool is_sure = before != Preposition::none || rest.size() == 0;
        const PlaceNames::Name& meant = names_.ending(first - begin);
        if (is_sure ? try_surely(meant, name, {0, first - std::min<std::size_t>(first, 1)}, first > 0, words)
                    : try_perhaps(meant, name, words, cities)) {
            if (rest.size() != 0 && is_one_name()) {
                return false;
            }
            take(name, rest, before);
            return true;
        }
    }
    return false;
}

bool PlaceReading::find_at_front(const SearchQuery& request, const QueryWords& words, std::size_t count) {
    return count < tokens_.size() && find_named(request, words, {0, count}, {count, tokens_.size()});
}

bool PlaceReading::find_before_end(const SearchQuery& request, const QueryWords& words, std::size_t count) {
    const std::size_t end = tokens_.size() - std::min(count, tokens_.size());
    for (std::size_t first = end > PlaceNames::max_tokens ? end - PlaceNames::max_tokens : 1; first < end; ++first) {
        if (find_named(request, words, {first, end}, {0, first})) {
            place_.preposition = Preposition::none;
            return true;
        }
    }
    return false;
}

bool PlaceReading::find_named(const SearchQuery& request, const QueryWords& words, TokenSpan name, TokenSpan rest) {
    if (name.size() > PlaceNames::max_tokens || !may_name_a_place(request, words, name.size() + 1 + rest.size())) {
        return false;
    }
    if (!try_surely(names_.ask(name), name, rest, true, words)) {
        return false;
    }
    take(name, rest, Preposition::in);
    return true;
}

bool PlaceReading::find_state_code(std::size_t token) {
    const TokenSpan code{token, token + 1};
    clear();
    if (tokens_.text(code).size() != code_letters) {
        return false;
    }
    names_.add_state(names_.ask(code), place_);
    return !place_.inside.empty();
}

/// Whether all words of the query are the name of one place. "West Virginia" is not something west in Virginia. But
/// "Miami Florida" is in Florida, even if some record gives that as the name of its city. Overwrites the names of
/// names_.
bool PlaceReading::is_one_name() {
    if (tokens_.size() > PlaceNames::max_tokens) {
        return false;
    }
    const PlaceNames::Name& whole = names_.ask({0, tokens_.size()});
    format::KeyEntry city;
    return whole.letters != 0 && (names_.is_region(whole) || (!place_.is_region && names_.find_city(whole, city)));
}

Preposition PlaceReading::preposition_at(std::size_t token) {
    if (all_ascii(tokens_[token])) {
        return preposition(tokens_[token]);
    }
    text::fold(tokens_[token], folded_);
    return preposition(folded_);
}

/// Whether the name also occurs among the tokens `among`, perhaps with a typing error.
bool PlaceReading::is_typed_twice(TokenSpan name, TokenSpan among, const QueryWords& words) {
    if (among.size() < name.size()) {
        return false;
    }
    if (words.query().words().size() == words.query().sequence().size()) {
        return name.size() == 1 && is_mistyped_among(tokens_[name.first], among);
    }
    place::fold_city(tokens_.text(name), twice_);
    for (std::size_t at = among.first; at + name.size() <= among.end; ++at) {
        place::fold_city(tokens_.text({at, at + name.size()}), key_);
        if (key_ == twice_) {
            return true;
        }
    }
    return false;
}

/// Whether one of the tokens `among` is the name with one typing error: "washingoton farmers market washington".
bool PlaceReading::is_mistyped_among(std::string_view name, TokenSpan among) {
    for (std::size_t at = among.first; name.size() >= min_mistyped_name && at < among.end; ++at) {
        const std::string_view token = tokens_[at];
        const std::size_t letters = token.size();
        if (lower(token.front()) != lower(name.front()) || letters + 1 < name.size() || letters > name.size() + 1) {
            continue;
        }
        text::fold(token, folded_);
        decode_utf8(folded_, typed_letters_);
        text::fold(name, folded_);
        decode_utf8(folded_, letters_);
        if (text::typing_cost(typed_letters_, letters_, text::TypingCosts::edit) <= text::TypingCosts::edit) {
            return true;
        }
    }
    return false;
}

/// Fills place_, which is clear, with the country or state of this name. Returns false if there is neither.
bool PlaceReading::try_region(const PlaceNames::Name& name) {
    names_.add_region(name, place_);
    return !place_.inside.empty();
}

/// Completes place_, which holds a country or state. If the name was typed twice, also adds the city of that name:
/// "Indiana County Farmers Market, Indiana" lies in a city called Indiana, not in the state.
void PlaceReading::take_region(const PlaceNames::Name& name, bool typed_twice) {
    if (typed_twice) {
        names_.add_city(name, place_);
    }
    place_.is_region = true;
    names_.split_by_city(name, place_);
}

/// Reads the name as a region, a city or a code. Call it only if a preposition, or the lack of other words, says that a
/// place is meant. `among`: tokens that may repeat the name.
bool PlaceReading::try_surely(const PlaceNames::Name& name, TokenSpan span, TokenSpan among, bool behind_words,
                              const QueryWords& words) {
    clear();
    if (name.letters == 0) {
        return false;
    }
    if (name.letters > code_letters && try_region(name)) {
        take_region(name, is_typed_twice(span, among, words));
        return true;
    }
    clear();
    return try_city(name) || try_code(name, span, behind_words);
}

/// Reads the name as a place if the words alone would not find the place's records. With Cities::any, the name of any
/// city counts.
bool PlaceReading::try_perhaps(const PlaceNames::Name& name, TokenSpan span, const QueryWords& words, Cities cities) {
    clear();
    if (name.letters == 0) {
        return false;
    }
    const std::size_t tokens = span.size();
    const TokenSpan among{0, span.first - 1};  // the token before may belong to the name: "Walla Walla"
    if (name.letters > max_abbreviation && try_region(name) && !is_rather_a_word(words, tokens) &&
        !is_of_names_elsewhere(words, tokens)) {
        take_region(name, is_typed_twice(span, among, words));
        return true;
    }
    clear();
    format::KeyEntry entry;
    if (!names_.find_city(name, entry)) {
        return false;
    }
    if (is_typed_twice(span, among, words)) {
        names_.add_towns(entry, place_);
        return !place_.inside.empty();
    }
    if (cities != Cities::any && (entry.aux[0] & format::place_flag::words_do_not_tell) == 0 &&
        (tokens == 1 || !ends_with_function_word(words, tokens))) {
        return false;
    }
    names_.add_towns(entry, place_);
    return !place_.inside.empty() && !is_rather_a_word(words, tokens);
}

bool PlaceReading::try_city(const PlaceNames::Name& name) {
    format::KeyEntry entry;
    if (names_.find_city(name, entry)) {
        names_.add_towns(entry, place_);
    }
    return !place_.inside.empty();
}

bool PlaceReading::try_code(const PlaceNames::Name& name, TokenSpan span, bool behind_words) {
    const std::string_view written = tokens_.text(span);
    if (written.size() != code_letters) {
        return false;
    }
    text::fold(written, folded_);
    if (!means_code(written, folded_, behind_words)) {
        return false;
    }
    names_.add_state(name, place_);
    if (place_.inside.empty()) {
        names_.add_country(name, place_);
    }
    return !place_.inside.empty();
}

void PlaceReading::clear() noexcept {
    place_.inside.clear();
    place_.largest_town.clear();
    place_.other_towns.clear();
    place_.has_inferred = place_.is_region = false;
}

/// Whether the name is more often a word than this place: "bar" is a town of Montenegro, but thousands of records are
/// bars.
bool PlaceReading::is_rather_a_word(const QueryWords& words, std::size_t tokens) const noexcept {
    const WordSequence& sequence = words.query().sequence();
    if (tokens != 1 || sequence.empty()) {
        return false;
    }
    const format::TermLists& last = words.query().word_of(sequence.size() - 1).lists;
    return last.count > place::documents_in(place_.inside) * word_factor;
}

/// Whether few business names with this word lie in the place. "Wash." is Washington and "Centre" is a part of France,
/// but these words stand in names elsewhere: "car wash", "garden centre".
bool PlaceReading::is_of_names_elsewhere(const QueryWords& words, std::size_t tokens) {
    const WordSequence& sequence = words.query().sequence();
    if (tokens != 1 || sequence.empty()) {
        return false;
    }
    format::term_key(store_name_rule.words, sequence.back(), key_);
    const format::TermLists names = context_->term(key_);
    if (names.count < min_names) {
        return false;
    }
    const std::uint64_t enough = std::min(enough_names, (names.count + part_of_names - 1) / part_of_names);
    std::uint64_t visited = 0;
    return count_inside(names, place_.inside, visited, enough) < enough;
}

void PlaceReading::take(TokenSpan name, TokenSpan rest, Preposition before) {
    place_.name.assign(tokens_.text(name));
    place_.rest.assign(tokens_.text(rest));
    place_.rest_begin = rest.size() == 0 ? 0 : tokens_.begin_of(rest.first);
    place_.preposition = before;
    place_.outside.clear();
    std::uint32_t next = 0;
    for (const place::Range& range : place_.inside) {
        if (range.begin > next) {
            place_.outside.push_back({next, range.begin});
        }
        next = range.end;
    }
    if (next < context_->documents()) {
        place_.outside.push_back({next, context_->documents()});
    }
}

}  // namespace bizrec::search
