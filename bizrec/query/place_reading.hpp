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

/// A query that names a place: "bakery in New York", "museum NYC", "Milano restaurant". The index tells what names
/// mean, each alias and each spelling of a city, with the ranges of its records.
///
/// After "in", "near", "à", "bei" … the last words may be a country's, a state's or a city's name, in this order.
/// Without such a word they are taken for a place only where the words alone would not do: where records of the place
/// do not hold the name, a function word is part of it ("De Pere"), or it was typed twice ("Ray Market, Ray"), and for
/// the whole names of countries and states. A query that is a record's whole name, and one whose last word is more
/// often something else than this place, stay as they are. A query may be the name alone, "Munich" or "near Munich",
/// where no record has all of its words.
class PlaceReading {
public:
    /// `tokens`: of the query of each request.
    PlaceReading(const QueryContext& context, const TypedTokens& tokens) : context_(context), tokens_(tokens) {}

    static constexpr std::size_t max_name_tokens = 4;

    /// Which cities' names are taken for places that no preposition stands before.
    enum class Cities : std::uint8_t {
        words_do_not_tell,  ///< those for which the words alone would not do
        any,                ///< where no record has all words: then those before the name may be fewer
    };

    /// Each fills place(), or returns false: no place is named so. `words`: the query's, looked up as typed.
    bool find_at_end(const SearchQuery& request, const QueryWords& words, Cities cities);
    /// Of the first tokens of the query, so many, where others stand behind.
    bool find_at_front(const SearchQuery& request, const QueryWords& words, std::size_t count);
    /// Of tokens that stand for a place by what stands before them. `rest`: the others.
    bool find_named(const SearchQuery& request, const QueryWords& words, TokenSpan name, TokenSpan rest);

    const NamedPlace& place() const noexcept { return place_; }

private:
    /// What some tokens may be the name of.
    struct Name {
        std::size_t letters = 0;  ///< bytes as a city's name; 0: no name, and the keys mean nothing
        format::KeyHash country, state, city;
        bool may_be_country = false, may_be_state = false, may_be_city = false;  // or certainly none
    };

    void ask_names(TokenSpan span);
    void begin_names(TokenSpan span);
    void ask_name(std::size_t number, TokenSpan span);
    bool is_one_name();
    Preposition preposition_at(std::size_t token);
    bool is_typed_twice(TokenSpan name, TokenSpan among, const QueryWords& words);
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
    NamedPlace place_;
};

}  // namespace bizrec::search
