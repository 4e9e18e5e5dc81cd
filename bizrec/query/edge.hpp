#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// How typed tokens become words: the edges of a lattice, each with what it costs in nats. A reading of a query is a
/// path of edges. docs/search.md, "How a query is read".
namespace bizrec::search {

enum class EdgeSource : std::uint8_t {
    typed,        ///< as it is written
    spelled,      ///< a typing error
    cut,          ///< one word for several: "goldenanchor"
    joined,       ///< several for one: "star bucks"
    glued_name,   ///< a name or label whose spaces are elsewhere: "homedepot", "7 eleven"
    number_word,  ///< "seven" for 7, "5th" for fifth
    left_out,     ///< not looked for
};

struct EdgeSourceNames {
    EdgeSource source;
    const char* told;  ///< of an edge, for a person
};
inline constexpr std::array edge_sources = {
    EdgeSourceNames{EdgeSource::typed, "as typed"},      EdgeSourceNames{EdgeSource::spelled, "spelled"},
    EdgeSourceNames{EdgeSource::cut, "written apart"},   EdgeSourceNames{EdgeSource::joined, "written together"},
    EdgeSourceNames{EdgeSource::glued_name, "the name"}, EdgeSourceNames{EdgeSource::number_word, "the number"},
    EdgeSourceNames{EdgeSource::left_out, "left out"},
};
inline const char* told(EdgeSource source) noexcept {
    return edge_sources[static_cast<std::size_t>(source)].told;
}

struct EdgeCosts {
    static constexpr double joined = 3;           ///< for each gap that goes
    static constexpr double cut = 3.5;            ///< in two
    static constexpr double further_piece = 0.5;  ///< each
    static constexpr double stop_word_piece = 4;  ///< more for each that is a function word
    static constexpr double short_piece = 2;      ///< more for each of two letters
    static constexpr double glued_name = 1.5;
    /// More than the error, of a name that is one token, and mistyped: it is rather meant than a word of those letters.
    static constexpr double in_one_piece = -0.25;
    static constexpr double number_word = 1;
    static constexpr double place_as_words = 1;           ///< the last words name a place, and are read as others
    static constexpr double place_after_preposition = 3;  ///< the same after "in"
    static constexpr double place_left_out = 16;    ///< of words that tell more than a place that none of them is in
    static constexpr double place_in_front = 6;     ///< the first words name the place
    static constexpr double left_out = 8;           ///< and ln(N / df)
    static constexpr double left_out_of_place = 8;  ///< more for a word of the place that is named
    static constexpr double filler = 0.5;           ///< a word that describes no record
};

/// From one token to one behind it.
struct Edge {
    EdgeSource source = EdgeSource::typed;
    std::uint32_t tokens = 1;
    double cost = 0;                          ///< nats, >= 0
    double most = 0;                          ///< records that hold all of its words, at most; no words: all records
    std::uint32_t first_word = 0, words = 0;  ///< Lattice::edge_word()

    /// A word that may describe a record.
    bool leaves_out() const noexcept { return source == EdgeSource::left_out && cost > EdgeCosts::filler; }
};

}  // namespace bizrec::search
