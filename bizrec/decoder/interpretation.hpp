#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "bizrec/decoder/lattice.hpp"
#include "bizrec/lookup/typed_words.hpp"
#include "bizrec/place_words/typed_tokens.hpp"
#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// Where a reading searches: which tokens of the query are words, which name its place, and which records it may find.
struct Scope {
    std::size_t from = 0, to = 0;  ///< tokens of the query that are words; all tokens of store_name are words
    std::size_t end = 0;           ///< of the query, without the tokens after its place that describe no record
    const RankConditions* conditions = nullptr;  ///< which records it may find: places, test and any_of
    bool has_place = false;
    bool leaves_place_out = false;
    /// This many tokens after the place describe the business. Its exact name must then precede the place.
    std::size_t described = 0;
    double cost = 0;                      ///< added to the cost of each reading in this scope
    std::array<TokenSpan, 2> named = {};  ///< in a scope without a place: the tokens that name a place in other scopes
    TokenSpan address = {};               ///< tokens that say where, not what: AddressTail
    bool keeps_address = false;           ///< no word of the address may be left out: the request says no other place

    /// `query_size`: the number of tokens of the query. The tokens of store_name follow them.
    bool has_word(std::size_t token, std::size_t query_size) const noexcept {
        return token >= query_size || (token >= from && token < to);
    }
    bool is_of_named_place(std::size_t token) const noexcept {
        return std::any_of(named.begin(), named.end(),
                           [token](const TokenSpan& span) { return token >= span.first && token < span.end; });
    }
    bool says_where(std::size_t token) const noexcept {
        return is_of_named_place(token) || (token >= address.first && token < address.end);
    }
};

/// Natural logarithm of a probability.
using Nats = double;
inline constexpr Nats impossible = -std::numeric_limits<double>::infinity();

/// A reading of a request: a path of edges through a scope.
///
///     score = - cost of the scope - sum of the costs of its edges + ln(J / N)
///
/// J: the records of the scope that hold all of its words. A record whose exact name or label the words are counts
/// several times (WholeTexts). N: all records.
struct Interpretation {
    struct Step {
        std::size_t token = 0;
        Edge edge;
    };

    Nats score = impossible;
    double documents = 0;  ///< J without the extra counts of names and labels; an estimate
    std::size_t scope = 0;
    std::vector<Step> path;

    bool is_found() const noexcept { return score != impossible; }
    bool is_as_typed() const noexcept {
        for (const Step& step : path) {
            if (step.edge.source != EdgeSource::typed) {
                return false;
            }
        }
        return true;
    }
    /// The number of left-out words that may describe a record.
    std::size_t left_out() const noexcept {
        std::size_t words = 0;
        for (const Step& step : path) {
            words += step.edge.leaves_out() ? 1 : 0;
        }
        return words;
    }
    bool leaves_out() const noexcept { return left_out() != 0; }
    /// Copies the words of its edges, in the order of each text. `left_out`: also the left-out words as typed, except
    /// words that describe no record.
    void copy_words(const Lattice& lattice, TypedWords& out, bool left_out = false) const;
    /// Copies the words of its edges, and those of its place as typed, in the order of the query.
    void copy_words_and_place(const Lattice& lattice, const Scope& in, TypedWords& out) const;
    /// Like copy_words_and_place(), but only for `query`, and in the form that a person reads: words that are read as
    /// typed are copied as typed. Left-out words are not copied.
    void copy_texts(const Lattice& lattice, const Scope& in, std::vector<std::string_view>& out) const;
};

}  // namespace bizrec::search
