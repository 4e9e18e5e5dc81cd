#include "bizrec/query/place_reading.hpp"

#include <algorithm>
#include <array>

#include "bizrec/base/ascii.hpp"
#include "bizrec/format/place_entry.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/place/city_name.hpp"
#include "bizrec/rank/task.hpp"
#include "bizrec/text/fold.hpp"
#include "bizrec/where/location.hpp"

namespace bizrec::search {

namespace {

/// Of a query; evidence of longer ones might reach that of the place (SearchTask).
constexpr std::size_t most_query_tokens = 16;
constexpr std::size_t most_other_parts = 64;     ///< tags and keywords, for the same reason
constexpr std::size_t longest_store_name = 256;  ///< in bytes, for the same reason
/// A name that so many more records hold as a word than stand there is a word.
constexpr std::uint64_t word_factor = 4;
/// A state's name stands in names there: in a part so large, at least, of all that hold it. Far more do in most states,
/// and hardly one holds an abbreviation. Fewer names tell nothing, and so many there are enough, however many are
/// elsewhere.
constexpr std::uint64_t part_of_names = 8;
constexpr std::uint64_t fewest_names = 8;
constexpr std::uint64_t enough_names = 4096;

/// A city of a region's name comes before the rest of the region where its records are so large a part of it, at least:
/// Georgia has a small town of its name.
constexpr std::uint64_t least_part_of_region = 32;

constexpr std::size_t code_letters = 2;
constexpr std::size_t longest_abbreviation = 3;

constexpr std::size_t longest_preposition = 6;

/// A short word in lower case as one number, which is compared at once.
constexpr std::uint64_t packed(std::string_view word) noexcept {
    std::uint64_t number = 0;
    for (const char letter : word) {
        number = number << 8U | static_cast<unsigned char>(lower(letter));
    }
    return number;
}

/// Folded.
constexpr std::array<std::uint64_t, 23> prepositions = {
    packed("a"),     packed("around"), packed("at"),     packed("autour"), packed("bei"),  packed("cerca"),
    packed("dans"),  packed("em"),     packed("en"),     packed("i"),      packed("im"),   packed("in"),
    packed("inde"),  packed("na"),     packed("nabij"),  packed("nahe"),   packed("near"), packed("nel"),
    packed("nella"), packed("pres"),   packed("presso"), packed("vicino"), packed("w")};

/// Folded; sorted. Words of two letters that are codes of states or countries too, and mean them in capitals alone.
constexpr std::array<std::string_view, 18> lower_case_words = {"al", "as", "at", "be", "co", "de", "in", "is", "it",
                                                               "la", "me", "my", "no", "on", "or", "so", "to", "us"};

template <class Words>
bool holds(const Words& words, std::string_view word) noexcept {
    return std::binary_search(words.begin(), words.end(), word);
}

constexpr ByteSet separators(" \t,;\n");

bool is_code(std::string_view text) noexcept {
    return text.size() == 2 && is_letter(text[0]) && is_letter(text[1]);
}

bool is_written_as_code(std::string_view text) noexcept {
    return is_upper(text[0]) && is_upper(text[1]);
}

}  // namespace

bool PlaceReading::find(const store::Generation& generation, const SearchQuery& request, const QueryWords& words,
                        Cities cities) {
    cities_ = cities;
    if (request.query.empty() || request.store_name.size() > longest_store_name ||
        request.tags.size() + request.include_keywords.size() + request.exclude_keywords.size() > most_other_parts ||
        words.query().is_whole_name()) {
        return false;
    }
    const std::string_view query = request.query;
    split(query);
    const std::size_t least_rest = words.is_complete() ? 1 : 0;
    if (tokens_.size() <= least_rest || tokens_.size() > most_query_tokens) {
        return false;
    }
    const std::size_t earliest = tokens_.size() > most_name_tokens ? tokens_.size() - most_name_tokens : 0;
    const std::size_t begin = std::max(earliest, least_rest);
    ask(generation, query, begin);
    for (std::size_t first = begin; first < tokens_.size(); ++first) {
        const bool after_preposition = first > least_rest && is_preposition(query, tokens_[first - 1]);
        const std::size_t rest = first - (after_preposition ? 1 : 0);
        if (try_tail(generation, query, first, after_preposition || rest == 0, words)) {
            if (rest != 0 && is_one_name(generation, query)) {
                return false;
            }
            // Of the prepositions "at" stands in names, too: "Arboretum at Arizona State University".
            has_preposition_ = after_preposition;
            may_end_a_name_ =
                is_region_ && rest != 0 && (!after_preposition || packed(text_from(query, rest, rest)) == packed("at"));
            take(generation, query, first, rest == 0 ? 0 : tokens_[rest - 1].end);
            return true;
        }
    }
    return false;
}

/// Makes the keys of all ends from token `begin` on. Their memory is asked for before the first is looked up.
void PlaceReading::ask(const store::Generation& generation, std::string_view query, std::size_t begin) {
    begin_tails(query, begin);
    for (std::size_t i = begin; i < tokens_.size(); ++i) {
        ask_tail(generation, query, i);
    }
}

void PlaceReading::begin_tails(std::string_view query, std::size_t begin) {
    names_.clear();
    for (std::size_t i = begin; i < tokens_.size(); ++i) {
        names_.add(text_from(query, i, i));
    }
    first_tail_ = begin;
}

void PlaceReading::ask_tail(const store::Generation& generation, std::string_view query, std::size_t first) {
    const place::TailNames::Names names = names_.of(first - first_tail_, text_from(query, first, tokens_.size() - 1));
    Tail& tail = tails_[first - first_tail_];
    tail.letters = names.city.size();
    if (tail.letters == 0) {
        return;
    }
    // The names are the same more often than not.
    format::country_name_key(names.country, key_);
    tail.country = format::hash_key(key_);
    names.state == names.country ? format::turn_into_query_state_key(key_) : format::query_state_key(names.state, key_);
    tail.state = format::hash_key(key_);
    names.city == names.state ? format::turn_into_query_city_key(key_) : format::query_city_key(names.city, key_);
    tail.city = format::hash_key(key_);
    tail.may_be_country = ask(generation, tail.country);
    tail.may_be_state = ask(generation, tail.state);
    tail.may_be_city = ask(generation, tail.city);
}

bool PlaceReading::ask(const store::Generation& generation, const format::KeyHash& key) noexcept {
    if (!generation.places().may_hold(key)) {
        return false;
    }
    generation.places().prefetch(key);
    return true;
}

/// "West Virginia" is not something west in Virginia. "Miami Florida" is in Florida, though some record may call its
/// city so.
bool PlaceReading::is_one_name(const store::Generation& generation, std::string_view query) {
    if (tokens_.size() > most_name_tokens) {
        return false;
    }
    begin_tails(query, 0);
    ask_tail(generation, query, 0);
    const Tail& whole = tails_.front();
    const auto exists = [&generation](bool may_be, const format::KeyHash& key) {
        format::KeyEntry entry;
        return may_be && generation.places().find(key, entry);
    };
    return whole.letters != 0 &&
           (exists(whole.may_be_state, whole.state) || exists(whole.may_be_country, whole.country) ||
            (!is_region_ && exists(whole.may_be_city, whole.city)));
}

std::string_view PlaceReading::text_from(std::string_view query, std::size_t first, std::size_t last) const noexcept {
    return query.substr(tokens_[first].begin, tokens_[last].end - tokens_[first].begin);
}

bool PlaceReading::is_preposition(std::string_view query, Token token) {
    const std::string_view typed = query.substr(token.begin, token.end - token.begin);
    std::string_view folded = typed;
    if (!all_ascii(typed)) {
        text::fold(typed, folded_);
        folded = folded_;
    }
    return folded.size() <= longest_preposition &&
           std::find(prepositions.begin(), prepositions.end(), packed(folded)) != prepositions.end();
}

bool PlaceReading::is_typed_twice(std::string_view query, std::size_t first, const QueryWords& words) {
    const std::size_t count = tokens_.size() - first;
    if (first <= count || words.query().words().size() == words.query().sequence().size()) {
        return false;
    }
    place::fold_city(text_from(query, first, tokens_.size() - 1), twice_);
    for (std::size_t at = 0; at + count < first; ++at) {
        place::fold_city(text_from(query, at, at + count - 1), key_);
        if (key_ == twice_) {
            return true;
        }
    }
    return false;
}

void PlaceReading::split(std::string_view query) {
    tokens_.clear();
    for (std::size_t i = 0; i < query.size();) {
        if (separators.has(query[i])) {
            ++i;
            continue;
        }
        const std::size_t begin = i;
        while (i < query.size() && !separators.has(query[i])) {
            ++i;
        }
        tokens_.push_back({begin, i});
    }
}

std::vector<std::size_t> PlaceReading::ends_of_first_words(std::string_view query) {
    std::vector<std::size_t> ends;
    for (std::size_t i = 0; i < query.size() && ends.size() <= most_name_tokens;) {
        while (i < query.size() && separators.has(query[i])) {
            ++i;
        }
        const std::size_t begin = i;
        while (i < query.size() && !separators.has(query[i])) {
            ++i;
        }
        if (i != begin) {
            ends.push_back(i);
        }
    }
    if (!ends.empty()) {
        ends.pop_back();  // words, or the fifth
    }
    return ends;
}

bool PlaceReading::try_tail(const store::Generation& generation, std::string_view query, std::size_t first,
                            bool nothing_else, const QueryWords& words) {
    const std::size_t tokens = tokens_.size() - first;
    const Tail& tail = tails_[first - first_tail_];
    if (tail.letters == 0) {
        return false;
    }
    if (tail.letters > (nothing_else ? code_letters : longest_abbreviation) &&
        (tail.may_be_country || tail.may_be_state)) {
        // Georgia is both. "L.A." is a code of neither.
        clear();
        add_country(generation, tail.country);
        add(generation, tail.state);
        if (has_records_inside() &&
            (nothing_else || !(is_rather_a_word(words, tokens) || is_of_names_elsewhere(generation, words, tokens)))) {
            if (is_typed_twice(query, first, words)) {  // "Indiana County Farmers Market, Indiana" is not in the state
                add(generation, tail.city);
            }
            is_region_ = true;
            split_by_city(generation, tail);
            return true;
        }
    }
    clear();
    return nothing_else ? try_city(generation, tail) || try_code(generation, query, first)
                        : try_city_of_words(generation, query, first, words);
}

bool PlaceReading::try_city(const store::Generation& generation, const Tail& tail) {
    format::KeyEntry entry;
    if (generation.places().find(tail.city, entry)) {
        add_city(generation, entry);
    }
    return has_records_inside();
}

/// Where the words alone would not do.
bool PlaceReading::try_city_of_words(const store::Generation& generation, std::string_view query, std::size_t first,
                                     const QueryWords& words) {
    const std::size_t tokens = tokens_.size() - first;
    const Tail& tail = tails_[first - first_tail_];
    format::KeyEntry entry;
    if (!tail.may_be_city || !generation.places().find(tail.city, entry)) {
        return false;
    }
    if (is_typed_twice(query, first, words)) {
        add_city(generation, entry);
        return has_records_inside();
    }
    if (cities_ != Cities::any && (entry.aux[0] & format::place_flag::words_do_not_tell) == 0 &&
        (tokens == 1 || !ends_with_function_word(words, tokens))) {
        return false;
    }
    add_city(generation, entry);
    return has_records_inside() && !is_rather_a_word(words, tokens);
}

/// Of a state or a country: "bar in AL", and "bar in tx", for that is no other word.
bool PlaceReading::means_code(std::string_view name, std::size_t first) {
    if (!is_code(name)) {
        return false;
    }
    text::fold(name, folded_);
    return is_written_as_code(name) || (first > 0 && !holds(lower_case_words, folded_));
}

bool PlaceReading::try_code(const store::Generation& generation, std::string_view query, std::size_t first) {
    if (!means_code(text_from(query, first, tokens_.size() - 1), first)) {
        return false;
    }
    const Tail& tail = tails_[first - first_tail_];
    add(generation, tail.state);
    if (!has_records_inside()) {
        add_country(generation, tail.country);
    }
    return has_records_inside();
}

void PlaceReading::clear() noexcept {
    inside_.clear();
    largest_town_.clear();
    other_towns_.clear();
    has_inferred_ = is_region_ = false;
}

void PlaceReading::add_country(const store::Generation& generation, const format::KeyHash& name) {
    format::KeyEntry entry;
    if (!generation.places().find(name, entry)) {
        return;
    }
    if (const auto alpha2 = country_of(entry)) {
        format::country_key(*alpha2, key_);
        add(generation, format::hash_key(key_));
    }
}

void PlaceReading::add(const store::Generation& generation, const format::KeyHash& key) {
    format::KeyEntry entry;
    if (generation.places().find(key, entry)) {
        add(generation, entry);
    }
}

/// Adds the ranges of the place to inside_.
void PlaceReading::add(const store::Generation& generation, const format::KeyEntry& entry) {
    has_inferred_ = has_inferred_ || (entry.aux[0] & format::place_flag::has_inferred) != 0;
    for (std::uint32_t i = 0; i + 1 < entry.length; i += 2) {
        const place::Range range{entry.values[i], std::min(entry.values[i + 1], generation.documents())};
        if (range.begin < range.end) {
            inside_.push_back(range);
        }
    }
    place::normalise(inside_);
}

void PlaceReading::add_city(const store::Generation& generation, const format::KeyEntry& entry) {
    add(generation, entry);
    const place::Range largest = format::largest_town_of(entry.aux[1]);
    if (largest.begin >= largest.end) {
        return;
    }
    const auto cut = [](const place::Range& range, std::uint32_t begin, std::uint32_t end, place::Ranges& out) {
        const place::Range part{std::max(range.begin, begin), std::min(range.end, end)};
        if (part.begin < part.end) {
            out.push_back(part);
        }
    };
    for (const place::Range& range : inside_) {
        cut(range, 0, largest.begin, other_towns_);
        cut(range, largest.begin, largest.end, largest_town_);
        cut(range, largest.end, UINT32_MAX, other_towns_);
    }
}

/// "New York" is a city before it is the state about it, and some of its records state the city alone.
void PlaceReading::split_by_city(const store::Generation& generation, const Tail& tail) {
    format::KeyEntry entry;
    if (!tail.may_be_city || !generation.places().find(tail.city, entry)) {
        return;
    }
    const place::Ranges region = inside_;
    inside_.clear();
    add(generation, entry);
    const place::Ranges city = inside_;
    place::intersect(city, region, other_towns_);
    if (other_towns_.empty()) {  // "Washington": the city lies elsewhere
        inside_ = region;
        return;
    }
    other_towns_.clear();
    inside_.insert(inside_.end(), region.begin(), region.end());
    place::normalise(inside_);
    if (place::documents_in(city) * least_part_of_region >= place::documents_in(region)) {
        largest_town_ = city;
        place::subtract(inside_, city, other_towns_);
    }
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
    const format::TermLists& last = words.query().word_of(sequence.size() - 1).lists;
    return last.count > place::documents_in(inside_) * word_factor;
}

/// "Wash." is Washington and "Centre" a part of France, but the names with these words are not there: "car wash",
/// "garden centre".
bool PlaceReading::is_of_names_elsewhere(const store::Generation& generation, const QueryWords& words,
                                         std::size_t tokens) {
    const WordSequence& sequence = words.query().sequence();
    if (tokens != 1 || sequence.empty()) {
        return false;
    }
    format::term_key(store_name_rule.words, sequence.back(), key_);
    const format::TermLists names = generation.term(key_);
    if (names.count < fewest_names) {
        return false;
    }
    const std::uint64_t enough = std::min(enough_names, (names.count + part_of_names - 1) / part_of_names);
    std::uint64_t visited = 0;
    return count_inside(names, inside_, visited, enough) < enough;
}

void PlaceReading::take(const store::Generation& generation, std::string_view query, std::size_t first,
                        std::size_t rest_end) {
    name_.assign(text_from(query, first, tokens_.size() - 1));
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
