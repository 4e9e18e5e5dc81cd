#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/lookup/query_context.hpp"
#include "bizrec/lookup/query_words.hpp"
#include "bizrec/lookup/search_query.hpp"
#include "bizrec/place_words/named_place.hpp"
#include "bizrec/place_words/place_names.hpp"
#include "bizrec/place_words/typed_tokens.hpp"

namespace bizrec::search {

/// A query that names a place: "bakery in New York", "museum NYC", "Milano restaurant". PlaceNames says what each name
/// means; this class decides whether it is meant.
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
/// A query of several words that is a record's exact name is not read as a place. Neither is a last word that is more
/// often something else than this place.
///
/// A query may be the name alone, "Munich" or "near Munich", if no record has all of its words.
class PlaceReading {
public:
    /// `tokens` must hold the tokens of the query of the current request.
    PlaceReading(const QueryContext& context, const TypedTokens& tokens)
        : context_(context), tokens_(tokens), names_(context, tokens) {}

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
    bool is_one_name();
    Preposition preposition_at(std::size_t token);
    bool is_typed_twice(TokenSpan name, TokenSpan among, const QueryWords& words);
    bool is_mistyped_among(std::string_view name, TokenSpan among);
    bool try_region(const PlaceNames::Name& name);
    bool try_city(const PlaceNames::Name& name);
    bool try_code(const PlaceNames::Name& name, TokenSpan span, bool behind_words);
    bool try_surely(const PlaceNames::Name& name, TokenSpan span, TokenSpan rest, bool behind_words,
                    const QueryWords& words);
    bool try_perhaps(const PlaceNames::Name& name, TokenSpan span, const QueryWords& words, Cities cities);
    void take_region(const PlaceNames::Name& name, bool typed_twice);
    bool is_rather_a_word(const QueryWords& words, std::size_t tokens) const noexcept;
    bool is_of_names_elsewhere(const QueryWords& words, std::size_t tokens);
    void clear() noexcept;
    void take(TokenSpan name, TokenSpan rest, Preposition before);

    const QueryContext& context_;
    const TypedTokens& tokens_;
    PlaceNames names_;
    std::string folded_, key_, twice_;
    std::u32string typed_letters_, letters_;
    NamedPlace place_;
};

}  // namespace bizrec::search
