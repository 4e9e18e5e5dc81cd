#pragma once

#include <cstddef>

#include "bizrec/query/place_reading.hpp"
#include "bizrec/query/query_context.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/query/search.hpp"

namespace bizrec::search {

/// The places that the last words of a query name one after the other: "springfield il 62701". They say where, and
/// nothing about what is looked for.
class AddressTail {
public:
    /// `tokens`: of the query, whenever find() is called.
    AddressTail(const QueryContext& context, const TypedTokens& tokens) : tokens_(tokens), reading_(context, tokens) {}

    /// The byte of the query where a city begins that a state, a country or a postal code follows, or the state alone
    /// where no city stands before it; the query's size: no such place. `words`: the query's, looked up as typed.
    std::size_t find(const SearchQuery& request, const QueryWords& words);

private:
    bool is_named(const SearchQuery& request, const QueryWords& words, TokenSpan name);

    const TypedTokens& tokens_;
    PlaceReading reading_;
};

}  // namespace bizrec::search
