#include "bizrec/query/place_reading.hpp"

#include <algorithm>
#include <array>

#include "bizrec/base/ascii.hpp"
#include "bizrec/format/place_entry.hpp"
#include "bizrec/place/city_name.hpp"
#include "bizrec/place/state_name.hpp"
#include "bizrec/text/fold.hpp"
#include "bizrec/where/location.hpp"

namespace bizrec::search {

namespace {

constexpr std::size_t most_name_tokens = 4;
/// Of a query; evidence of longer ones might reach that of the place (SearchTask).
constexpr std::size_t most_query_tokens = 16;
constexpr std::size_t most_other_parts = 64;     ///< tags and keywords, for the same reason
constexpr std::size_t longest_store_name = 256;  ///< in bytes, for the same reason
/// A name that so many more records hold as a word than stand there is a word.
constexpr std::uint64_t word_factor = 4;

constexpr std::size_t code_letters = 2;
constexpr std::size_t longest_abbreviation = 3;

/// Folded; sorted.
constexpr std::array<std::string_view, 23> prepositions = {
    "a",    "around", "at",    "autour", "bei",  "cerca", "dans",  "em",   "en",     "i",      "im", "in",
    "inde", "na",     "nabij", "nahe",   "near", "nel",   "nella", "pres", "presso", "vicino", "w"};

/// Folded words of two letters that are codes of states or countries too, and mean them in capitals alone.
constexpr std::array<std::string_view, 18> lower_case_words = {"al", "as", "at", "be", "co", "de", "in", "is", "it",
                                                               "la", "me", "my", "no", "on", "or", "so", "to", "us"};

template <class Words>
bool holds(const Words& words, std::string_view word) noexcept {
    return std::binary_search(words.begin(), words.end(), word);
}

constexpr bool is_blank_or_comma(char c) noexcept {
    return c == ' ' || c == '\t' || c == ',' || c == ';' || c == '\n';
}

bool is_code(std::string_view text) noexcept {
    return text.size() == 2 && is_letter(text[0]) && is_letter(text[1]);
}

bool is_written_as_code(std::string_view text) noexcept {
    return is_upper(text[0]) && is_upper(text[1]);
}

}  // namespace

bool PlaceReading::find(const store::Generation& generation, const SearchQuery& request, const QueryWords& words) {
    if (request.query.empty() || request.store_name.size() > longest_store_name ||
        request.tags.size() + request.include_keywords.size() + request.exclude_keywords.size() > most_other_parts) {
        return false;
    }
    const std::string_view query = request.query;
    split(query);
    const bool may_be_alone = !words.is_complete();
    if (tokens_.size() < (may_be_alone ? 1 : 2) || tokens_.size() > most_query_tokens) {
        return false;
    }
    if (words.query().is_whole_name()) {
        return false;
    }
    const std::size_t least_rest = may_be_alone ? 0 : 1;
    const std::size_t earliest = tokens_.size() > most_name_tokens ? tokens_.size() - most_name_tokens : 0;
    for (std::size_t first = std::max(earliest, least_rest); first < tokens_.size(); ++first) {
        const bool after_preposition = first > least_rest && is_preposition(query, tokens_[first - 1]);
        const std::size_t rest = first - (after_preposition ? 1 : 0);
        if (try_tail(generation, query, first, after_preposition || rest == 0, words)) {
            take(generation, query, first, rest == 0 ? 0 : tokens_[rest - 1].end);
            return true;
        }
    }
    return false;
}

bool PlaceReading::is_preposition(std::string_view query, Token token) {
    text::fold(query.substr(token.begin, token.end - token.begin), folded_);
    return holds(prepositions, folded_);
}

bool PlaceReading::is_typed_twice(std::string_view query, std::size_t first, const QueryWords& words) {
    const std::size_t count = tokens_.size() - first;
    if (first <= count || words.query().words().size() == words.query().sequence().size()) {
        return false;
    }
    place::fold_city(text_of(query, first, count), twice_);
    for (std::size_t at = 0; at + count < first; ++at) {
        place::fold_city(text_of(query, at, count), key_);
        if (key_ == twice_) {
            return true;
        }
    }
    return false;
}

void PlaceReading::split(std::string_view query) {
    tokens_.clear();
    for (std::size_t i = 0; i < query.size();) {
        if (is_blank_or_comma(query[i])) {
            ++i;
            continue;
        }
        const std::size_t begin = i;
        while (i < query.size() && !is_blank_or_comma(query[i])) {
            ++i;
        }
        tokens_.push_back({begin, i});
    }
}

bool PlaceReading::try_tail(const store::Generation& generation, std::string_view query, std::size_t first,
                            bool nothing_else, const QueryWords& words) {
    const std::size_t tokens = tokens_.size() - first;
    const std::string_view name = text_of(query, first, tokens);
    const bool code = is_code(name);
    place::fold_city(name, folded_);
    if (folded_.empty()) {
        return false;
    }
    bool has_others = false;
    if (folded_.size() > (nothing_else ? code_letters : longest_abbreviation)) {
        // Georgia is both. "L.A." is a code of neither.
        clear();
        add(generation, Kind::country, name, has_others);
        add(generation, Kind::state, name, has_others);
        if (has_records_inside() && (nothing_else || !is_rather_a_word(words, tokens))) {
            if (is_typed_twice(query, first, words)) {  // "Indiana County Farmers Market, Indiana" is not in the state
                add(generation, Kind::city, name, has_others);
            }
            return true;
        }
    }
    clear();
    add(generation, Kind::city, name, has_others);
    if (has_records_inside() && (nothing_else || is_typed_twice(query, first, words) ||
                                 (!is_rather_a_word(words, tokens) &&
                                  (has_others || (tokens > 1 && ends_with_function_word(words, tokens)))))) {
        return true;
    }
    if (code && nothing_else && (is_written_as_code(name) || (first > 0 && !holds(lower_case_words, folded_)))) {
        for (const Kind kind : {Kind::state, Kind::country}) {
            add(generation, kind, name, has_others);
            if (has_records_inside()) {
                return true;
            }
        }
    }
    return false;
}

void PlaceReading::clear() noexcept {
    inside_.clear();
    has_inferred_ = false;
}

/// Adds the ranges of the place to inside_.
void PlaceReading::add(const store::Generation& generation, Kind kind, std::string_view name, bool& has_others) {
    if (kind == Kind::country) {
        const auto country = resolve_country(generation, name);
        if (!country) {
            return;
        }
        format::country_key(*country, key_);
    } else if (kind == Kind::state) {
        place::fold_state(name, folded_);
        format::query_state_key(folded_, key_);
    } else {
        place::fold_city(name, folded_);
        format::query_city_key(folded_, key_);
    }
    format::KeyEntry entry;
    if (!generation.places().find(key_, entry)) {
        return;
    }
    has_others = (entry.aux[0] & format::place_flag::words_do_not_tell) != 0;
    has_inferred_ = has_inferred_ || (entry.aux[0] & format::place_flag::has_inferred) != 0;
    for (std::uint32_t i = 0; i + 1 < entry.length; i += 2) {
        const place::Range range{entry.values[i], std::min(entry.values[i + 1], generation.documents())};
        if (range.begin < range.end) {
            inside_.push_back(range);
        }
    }
    place::normalise(inside_);
}

/// "De Pere": without its function word the name is another one.
bool PlaceReading::ends_with_function_word(const QueryWords& words, std::size_t tokens) noexcept {
    const std::vector<text::Word>& all = words.text_of(query_rule).words;
    const auto last = static_cast<std::ptrdiff_t>(std::min(tokens, all.size()));
    return std::any_of(all.end() - last, all.end(),
                       [](const text::Word& word) { return word.kind == text::WordKind::stop; });
}

/// "bar" is a town of Montenegro, and what thousands of records are.
bool PlaceReading::is_rather_a_word(const QueryWords& words, std::size_t tokens) const noexcept {
    const WordSequence& sequence = words.query().sequence();
    if (tokens != 1 || sequence.empty()) {
        return false;
    }
    for (const SearchClause::Word& word : words.query().words()) {
        if (word.text == sequence.back()) {
            return word.lists.count > place::documents_in(inside_) * word_factor;
        }
    }
    return false;
}

void PlaceReading::take(const store::Generation& generation, std::string_view query, std::size_t first,
                        std::size_t rest_end) {
    name_.assign(query.substr(tokens_[first].begin, tokens_.back().end - tokens_[first].begin));
    rest_.assign(query.substr(0, rest_end));
    outside_.clear();
    std::uint32_t next = 0;
    for (const place::Range& range : inside_) {
        if (range.begin > next) {
            outside_.push_back({next, range.begin});
        }
        next = range.end;
    }
    if (next < generation.documents()) {
        outside_.push_back({next, generation.documents()});
    }
}

}  // namespace bizrec::search
