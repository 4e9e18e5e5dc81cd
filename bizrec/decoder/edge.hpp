#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// How typed tokens become words: the edges of a lattice, each with a cost in nats. A reading of a query is a path of
/// edges. docs/search.md, "How a query is read".
namespace bizrec::search {

enum class EdgeSource : std::uint8_t {
    typed,        ///< the words as typed
    spelled,      ///< the word that a typing error stands for
    cut,          ///< one typed word read as several: "goldenanchor"
    joined,       ///< several typed words read as one: "star bucks"
    glued_name,   ///< a name or label that has its spaces elsewhere: "homedepot", "7 eleven"
    number_word,  ///< "seven" for 7, "5th" for fifth
    category,     ///< another name of a category: "cinema" for "movie theater"
    description,  ///< the word describes the business whose name precedes it, and is not looked for: "chipotle grill"
    left_out,     ///< the word is not looked for
};

struct EdgeSourceNames {
    EdgeSource source;
    const char* told;  ///< what the edge did, in words for a person
};
inline constexpr std::array edge_sources = {
    EdgeSourceNames{EdgeSource::typed, "as typed"},
    EdgeSourceNames{EdgeSource::spelled, "spelled"},
    EdgeSourceNames{EdgeSource::cut, "written apart"},
    EdgeSourceNames{EdgeSource::joined, "written together"},
    EdgeSourceNames{EdgeSource::glued_name, "the name"},
    EdgeSourceNames{EdgeSource::number_word, "the number"},
    EdgeSourceNames{EdgeSource::category, "another name of the category"},
    EdgeSourceNames{EdgeSource::description, "taken for a description"},
    EdgeSourceNames{EdgeSource::left_out, "left out"},
};
inline const char* told(EdgeSource source) noexcept {
    return edge_sources[static_cast<std::size_t>(source)].told;
}

struct EdgeCosts {
    static constexpr double joined = 3;           ///< for each removed gap
    static constexpr double cut = 3.5;            ///< for a cut in two
    static constexpr double further_piece = 0.5;  ///< for each piece after the second
    static constexpr double stop_word_piece = 4;  ///< added for each piece that is a function word
    static constexpr double short_piece = 2;      ///< added for each piece of two letters
    static constexpr double glued_name = 1.5;
    /// Added to the cost of the error if a mistyped name is one token: the user more likely meant such a name than a
    /// word with those letters.
    static constexpr double in_one_piece = -0.25;
    static constexpr double number_word = 1;
    static constexpr double category_of_one_word = 1;  ///< a category typed as several words costs nothing
    /// Added if only some of the wanted businesses have the other name: "sushi" for "restaurant".
    static constexpr double narrower_category = 2;
    static constexpr double category_as_typed = 4;        ///< added if records have the category under the typed name
    static constexpr double place_as_words = 1;           ///< the last words name a place, but are read as words
    static constexpr double place_after_preposition = 3;  ///< instead of place_as_words, if a preposition precedes them
    static constexpr double place_unsaid = 8;        ///< the other words are the name of a record that states no place
    static constexpr double place_left_out = 16;     ///< the name of the place is left out: records may lie anywhere
    static constexpr double place_in_front = 6;      ///< the first words name the place
    static constexpr double left_out = 8;            ///< plus ln(all records / records with the word)
    static constexpr double left_out_letter = 4;     ///< the same for a letter alone, which tells little
    static constexpr double respelled_place = 6;     ///< added for another spelling of a word of the named place
    static constexpr double respelled_category = 8;  ///< the same for a word of the name of a category
    static constexpr double respelled_name = 4;      ///< the same for a word that is the name of a record or category
    static constexpr double description = 2;         ///< plus ln(all records / records with the word)
    static constexpr double description_after_place = 5;  ///< the same for all words after the name of a place
    static constexpr double description_of_category = 6;  ///< the name of a category that has several words
    static constexpr double filler = 3;                   ///< instead of left_out, if the word describes no record
};

/// A description has at most this many words. A text with more of them rarely begins with a name.
inline constexpr std::size_t max_described = 2;

/// An edge from one token to a later one.
struct Edge {
    EdgeSource source = EdgeSource::typed;
    std::uint32_t tokens = 1;
    double cost = 0;         ///< in nats, at least 0
    double most = 0;         ///< upper bound on the records that hold all of its words; all records if it has no words
    double max_prior = 0;    ///< WholeTexts::max_prior() of `most`
    double information = 0;  ///< Lattice::information() of its words; without words, of the token that it begins with
    std::uint32_t first_word = 0, words = 0;  ///< its words, for Lattice::edge_word()
    bool is_replaced = false;                 ///< a later edge has the same words at a lower cost

    /// Whether it leaves out a word that may describe a record.
    bool leaves_out() const noexcept { return source == EdgeSource::left_out && cost > EdgeCosts::filler; }
};

}  // namespace bizrec::search
