#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/query/lattice.hpp"
#include "bizrec/query/mistyped_cuts.hpp"
#include "bizrec/query/query_context.hpp"
#include "bizrec/query/sounding_edges.hpp"
#include "bizrec/query/spellings.hpp"
#include "bizrec/query/word_cuts.hpp"

namespace bizrec::search {

/// Fills a lattice, each source of edges by a function of its own. Keeps the memory that one request leaves to the
/// next.
class EdgeMakers {
public:
    explicit EdgeMakers(const QueryContext& context) : spellings_(context), mistyped_cuts_(context) {}

    static constexpr std::size_t max_spelled_tokens = 12;  ///< later ones stay as they are

    /// What is cheap: each token as typed, several together, joined, numbers, left out; spellings of words that exist
    /// nowhere. Adds to `steps`.
    void add_first(Lattice& lattice, std::uint64_t& steps);
    /// The words of [from, to) as they are read together: a path of its own where that is another one.
    void add_whole(Lattice& lattice, std::size_t from, std::size_t to);
    /// Spellings and cuts of a token, or of words two errors away.
    void spell(Lattice& lattice, std::size_t at, Spellings::Errors errors, std::uint64_t& steps);
    /// Two tokens, both of which exist, for a word that they miss by one error: "jc penny". Adds to `steps`.
    void spell_joined(Lattice& lattice, std::size_t at, std::uint64_t& steps);
    /// What only a query deserves of which nothing else is likelier than chance: a word written by ear in two places;
    /// several words in one token, one of them mistyped. Adds to `steps`.
    void spell_boldly(Lattice& lattice, std::size_t at, std::uint64_t& steps);

private:
    void add_typed(Lattice& lattice, std::size_t at);
    void add_together(Lattice& lattice, std::size_t at, std::size_t end);
    void add_joined(Lattice& lattice, std::size_t at, std::size_t end, std::uint64_t& steps);
    bool is_in_filler(const Lattice& lattice, std::size_t at);
    void add_numbers(Lattice& lattice, std::size_t at);
    void add_tens(Lattice& lattice, std::size_t at, std::string_view tens);
    void add_left_out(Lattice& lattice, std::size_t at);
    void add_spelled(Lattice& lattice, std::size_t at, std::size_t tokens, std::string_view word, double cost,
                     Spellings::Errors errors, std::uint64_t& steps);
    void add_digits_apart(Lattice& lattice, std::size_t at, std::string_view word);
    void add_of_two_letters(Lattice& lattice, std::size_t at, const std::string& word, std::uint64_t& steps);

    Spellings spellings_;
    WordCuts cuts_;
    MistypedCuts mistyped_cuts_;
    SoundingEdges sounding_;
    std::vector<Spelling> found_;
    std::vector<std::string> words_, apart_;
    std::string written_, folded_;
};

}  // namespace bizrec::search
