#pragma once

#include <cstddef>

#include "bizrec/lookup/query_context.hpp"
#include "bizrec/lookup/query_words.hpp"
#include "bizrec/lookup/search_query.hpp"
#include "bizrec/place_words/place_reading.hpp"

namespace bizrec::search {

/// The place names at the end of a query, or before its last word, one after the other: "springfield il 62701". They
/// say where to search, not what to search for.
class AddressTail {
public:
    /// `tokens` must hold the tokens of the query when find() is called.
    AddressTail(const QueryContext& context, const TypedTokens& tokens) : tokens_(tokens), reading_(context, tokens) {}

    /// Returns the byte of the query at which the address begins that ends before token `end`, or the query's size if
    /// there is none. An address is a city followed by a state, a country or a postal code; the city may be missing.
    /// Prepositions before the address belong to it. `words`: the query's words, looked up as typed.
    std::size_t find(const SearchQuery& request, const QueryWords& words, std::size_t end);
    /// The place that the first name of the address means; empty if the address is only a postal code, or if there is
    /// no address. Call after find().
    const place::Ranges& place() const noexcept { return place_; }

private:
    bool is_named(const SearchQuery& request, const QueryWords& words, TokenSpan name);

    const TypedTokens& tokens_;
    PlaceReading reading_;
    place::Ranges place_;
    place::Ranges common_;  // of a city and a state
};

}  // namespace bizrec::search
