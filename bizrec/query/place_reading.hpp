#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/place/ranges.hpp"
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
    /// `words`: the query's, looked up as typed. False where it names no place.
    bool find(const store::Generation& generation, const SearchQuery& request, const QueryWords& words);

    const std::string& name() const noexcept { return name_; }  ///< of the place, as typed
    /// Whether the place of some record inside was inferred.
    bool has_inferred() const noexcept { return has_inferred_; }
    const std::string& rest() const noexcept { return rest_; }  ///< the words before it; "" where the name stands alone
    const place::Ranges& inside() const noexcept { return inside_; }
    const place::Ranges& outside() const noexcept { return outside_; }

private:
    struct Token {
        std::size_t begin = 0, end = 0;
    };
    enum class Kind : std::uint8_t { country, state, city };

    void split(std::string_view query);
    bool is_preposition(std::string_view query, Token token);
    /// Whether the tokens from `first` on stand before, too, and not as the name's beginning ("Walla Walla").
    bool is_typed_twice(std::string_view query, std::size_t first, const QueryWords& words);
    std::string_view text_of(std::string_view query, std::size_t first, std::size_t count) const noexcept {
        const Token last = tokens_[first + count - 1];
        return query.substr(tokens_[first].begin, last.end - tokens_[first].begin);
    }
    void clear() noexcept;
    /// `nothing_else`: a preposition or the lack of other words says that a place is meant.
    bool try_tail(const store::Generation& generation, std::string_view query, std::size_t first, bool nothing_else,
                  const QueryWords& words);
    void add(const store::Generation& generation, Kind kind, std::string_view name, bool& has_others);
    bool has_records_inside() const noexcept { return !inside_.empty(); }
    static bool ends_with_function_word(const QueryWords& words, std::size_t tokens) noexcept;
    bool is_rather_a_word(const QueryWords& words, std::size_t tokens) const noexcept;
    void take(const store::Generation& generation, std::string_view query, std::size_t first, std::size_t rest_end);

    std::vector<Token> tokens_;
    std::string folded_, key_, name_, rest_, twice_;
    place::Ranges inside_, outside_;
    bool has_inferred_ = false;
};

}  // namespace bizrec::search
