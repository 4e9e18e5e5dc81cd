#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/key_table.hpp"
#include "bizrec/place/ranges.hpp"
#include "bizrec/place/tail_names.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/query/search.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// A query whose last words name a place: "bakery in New York", "museum NYC". The index tells what names mean, each
/// alias and each spelling of a city, with the ranges of its records.
///
/// After "in", "near", "à", "bei" … the name may be a country's, a state's or a city's, in this order. Without such a
/// word it is taken for a place only where the words alone would not do: where records of the place do not hold the
/// name, a function word is part of it ("De Pere"), or it was typed twice ("Ray Market, Ray"), and for the whole names
/// of countries and states. A query that is a record's whole name, and one whose last word is more often something else
/// than this place, stay as they are. A query may be the name alone, "Munich" or "near Munich", where no record has all
/// of its words.
class PlaceReading {
public:
    /// Which cities' names are taken for places that no preposition stands before.
    enum class Cities : std::uint8_t {
        words_do_not_tell,  ///< those for which the words alone would not do
        any,                ///< where no record has all words: then those before the name may be fewer
    };

    /// `words`: the query's, looked up as typed. False where it names no place.
    bool find(const store::Generation& generation, const SearchQuery& request, const QueryWords& words, Cities cities);

    /// Where the first words of a query end that may be a name, in bytes: one word, two, …; there are others behind.
    static std::vector<std::size_t> ends_of_first_words(std::string_view query);

    const std::string& name() const noexcept { return name_; }  ///< of the place, as typed
    /// Whether the place of some record inside was inferred.
    bool has_inferred() const noexcept { return has_inferred_; }
    /// Whether it is a country's or a state's that no preposition stands before, but perhaps "at": as much the end of a
    /// business's name, "University of Washington".
    bool may_end_a_name() const noexcept { return may_end_a_name_; }
    /// Whether "in" or the like stands before it: then it is a place first.
    bool has_preposition() const noexcept { return has_preposition_; }
    /// Whether it is a country's or a state's.
    bool is_region() const noexcept { return is_region_; }
    const std::string& rest() const noexcept { return rest_; }  ///< the words before it; "" where the name stands alone
    const place::Ranges& inside() const noexcept { return inside_; }
    const place::Ranges& outside() const noexcept { return outside_; }
    /// Where several towns have the name, or a town and the region about it: inside(), apart for the town with the most
    /// records and the others. Empty where none is the largest.
    const place::Ranges& largest_town() const noexcept { return largest_town_; }
    const place::Ranges& other_towns() const noexcept { return other_towns_; }

private:
    struct Token {
        std::size_t begin = 0, end = 0;
    };
    /// The names that the query's end from a token on may be.
    struct Tail {
        std::size_t letters = 0;  ///< bytes as a city's name; 0: no name, and the keys mean nothing
        format::KeyHash country, state, city;
        bool may_be_country = false, may_be_state = false, may_be_city = false;  // or certainly none
    };
    static constexpr std::size_t most_name_tokens = 4;

    void split(std::string_view query);
    void ask(const store::Generation& generation, std::string_view query, std::size_t begin);
    void begin_tails(std::string_view query, std::size_t begin);
    void ask_tail(const store::Generation& generation, std::string_view query, std::size_t first);
    static bool ask(const store::Generation& generation, const format::KeyHash& key) noexcept;
    /// Whether the whole query is a place's name. Spoils tails_.
    bool is_one_name(const store::Generation& generation, std::string_view query);
    std::string_view text_from(std::string_view query, std::size_t first, std::size_t last) const noexcept;
    bool is_preposition(std::string_view query, Token token);
    /// Whether the tokens from `first` on stand before, too, and not as the name's beginning ("Walla Walla").
    bool is_typed_twice(std::string_view query, std::size_t first, const QueryWords& words);
    void clear() noexcept;
    /// `nothing_else`: a preposition or the lack of other words says that a place is meant.
    bool try_tail(const store::Generation& generation, std::string_view query, std::size_t first, bool nothing_else,
                  const QueryWords& words);
    bool means_code(std::string_view name, std::size_t first);
    void add_city(const store::Generation& generation, const format::KeyEntry& entry);
    void split_by_city(const store::Generation& generation, const Tail& tail);
    bool try_city(const store::Generation& generation, const Tail& tail);
    bool try_city_of_words(const store::Generation& generation, std::string_view query, std::size_t first,
                           const QueryWords& words);
    bool try_code(const store::Generation& generation, std::string_view query, std::size_t first);
    void add_country(const store::Generation& generation, const format::KeyHash& name);
    void add(const store::Generation& generation, const format::KeyHash& key);
    void add(const store::Generation& generation, const format::KeyEntry& entry);
    bool has_records_inside() const noexcept { return !inside_.empty(); }
    static bool ends_with_function_word(const QueryWords& words, std::size_t tokens) noexcept;
    bool is_rather_a_word(const QueryWords& words, std::size_t tokens) const noexcept;
    bool is_of_names_elsewhere(const store::Generation& generation, const QueryWords& words, std::size_t tokens);
    void take(const store::Generation& generation, std::string_view query, std::size_t first, std::size_t rest_end);

    std::vector<Token> tokens_;
    Cities cities_ = Cities::words_do_not_tell;
    place::TailNames names_;
    std::size_t first_tail_ = 0;  // its token
    std::array<Tail, most_name_tokens> tails_;
    std::string folded_, key_, name_, rest_, twice_;
    place::Ranges inside_, outside_, largest_town_, other_towns_;
    bool has_inferred_ = false, is_region_ = false, may_end_a_name_ = false, has_preposition_ = false;
};

}  // namespace bizrec::search
