#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/format/key_table.hpp"
#include "bizrec/place/tail_names.hpp"
#include "bizrec/query/named_place.hpp"
#include "bizrec/query/query_context.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/query/search.hpp"
#include "bizrec/query/typed_tokens.hpp"

namespace bizrec::search {

/// A query that names a place: "bakery in New York", "museum NYC", "Milano restaurant". The index says what each name
/// means, including aliases and each spelling of a city, and has the ranges of its records.
///
/// After a preposition such as "in", "near", "à" or "bei", the last words may be the name of a country or state, or
/// else of a city, or else the code of a state or country. Without a preposition, they are a place only if one of
/// these holds:
///
/// - the records of the place do not have its name among their words
/// - its name has a function word ("De Pere")
/// - its name was typed twice ("Ray Market, Ray")
/// - it is a country or a state, and the last words are its whole name
/// - no record has all words of the query (Cities::any)
///
/// A query of
/// several words that is a record's exact name is not read as a place. Neither is a last word that is more often
/// something else than this place.
///
/// A query may be the name alone, "Munich" or "near Munich", if no record has all of its words.
class PlaceReading {
public:
    /// `tokens` must hold the tokens of the query of the current request.
    PlaceReading(const QueryContext& context, const TypedTokens& tokens) : context_(context), tokens_(tokens) {}

    static constexpr std::size_t max_name_tokens = 4;

    /// Which names of cities count as places without a preposition.
    enum class Cities : std::uint8_t {
        words_do_not_tell,  ///< only cities that the words alone would not find
        any,  ///< all cities; used if no record has all words, because the other words may then be relaxed
    };

    /// Each of the next four functions fills place(), or returns false if the tokens name no place. `words`: the
    /// query's words, looked up as typed.
    bool find_at_end(const SearchQuery& request, const QueryWords& words, Cities cities);
    /// Tries the first `count` tokens of the query. Other tokens must follow.
    bool find_at_front(const SearchQuery& request, const QueryWords& words, std::size_t count);
    /// Tries the longest name before the last `count` tokens of the query. Other tokens must precede it.
    bool find_before_end(const SearchQuery& request, const QueryWords& words, std::size_t count);
    /// Tries tokens that mean a place because of the words around them. `rest`: the other tokens.
    bool find_named(const SearchQuery& request, const QueryWords& words, TokenSpan name, TokenSpan rest);
    /// Reads one token as the code of a state, in whatever case: "or" may be Oregon.
    bool find_state_code(std::size_t token);

    const NamedPlace& place() const noexcept { return place_; }

private:
    /// The places that some tokens may name.
    struct Name {
        std::size_t letters = 0;  ///< bytes of the city's name; 0: no name, and the keys are not valid
        format::KeyHash country, state, city;
        bool may_be_country = false, may_be_state = false, may_be_city = false;  // false: certainly not
    };

    void ask_names(TokenSpan span);
    void begin_names(TokenSpan span);
    void ask_name(std::size_t number, TokenSpan span);
    bool is_one_name();
    Preposition preposition_at(std::size_t token);
    bool is_typed_twice(TokenSpan name, TokenSpan among, const QueryWords& words);
    bool is_mistyped_among(std::string_view name, TokenSpan among);
    bool try_region(const Name& name);
    bool try_city(const Name& name);
    bool try_code(const Name& name, TokenSpan span, bool behind_words);
    bool try_surely(const Name& name, TokenSpan span, TokenSpan rest, bool behind_words, const QueryWords& words);
    bool try_perhaps(const Name& name, TokenSpan span, const QueryWords& words, Cities cities);
    void take_region(const Name& name, bool typed_twice);
    void add_city(const format::KeyEntry& entry);
    void split_by_city(const Name& name);
    void add_country(const format::KeyHash& name);
    void add(const format::KeyHash& key);
    void add(const format::KeyEntry& entry);
    bool is_rather_a_word(const QueryWords& words, std::size_t tokens) const noexcept;
    bool is_of_names_elsewhere(const QueryWords& words, std::size_t tokens);
    void clear() noexcept;
    void take(TokenSpan name, TokenSpan rest, Preposition before);

    const QueryContext& context_;
    const TypedTokens& tokens_;
    place::TailNames tails_;
    std::array<Name, max_name_tokens> names_;
    std::string folded_, key_, twice_;
    std::u32string typed_letters_, letters_;
    NamedPlace place_;
};

}  // namespace bizrec::search
