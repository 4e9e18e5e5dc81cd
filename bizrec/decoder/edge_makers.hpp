#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/decoder/lattice.hpp"
#include "bizrec/decoder/mistyped_cuts.hpp"
#include "bizrec/decoder/sounding_edges.hpp"
#include "bizrec/decoder/spellings.hpp"
#include "bizrec/decoder/word_cuts.hpp"
#include "bizrec/lookup/query_context.hpp"

namespace bizrec::search {

/// The cost of an edge to another spelling of a word, in nats.
struct SpellingCost {
    double added = 0;                    ///< to the cost of the error
    double limit = Spellings::max_cost;  ///< spellings that would cost more in all are not looked for
};

/// Fills a lattice with edges. Each source of edges has a function of its own. Memory is reused from request to
/// request.
class EdgeMakers {
public:
    explicit EdgeMakers(const QueryContext& context) : spellings_(context), mistyped_cuts_(context) {}

    /// Whether spellings are looked up for the token: only for the first ones of each text.
    static bool may_spell(const Lattice& lattice, std::size_t at) noexcept {
        return lattice.place_in_text(at) < max_spelled_tokens;
    }

    /// Adds the cheap edges: each token as typed, several tokens analysed together, joined words, numbers, left-out
    /// words, and spellings of words that no record has: those two errors away for the first words that nothing else
    /// explains, because then two errors are the likeliest. Adds to `steps`.
    void add_first(Lattice& lattice, std::uint64_t& steps);
    /// Whether the token may describe a business, by the word alone. False for the first token of a text.
    static bool may_describe(const Lattice& lattice, std::size_t at);
    /// Adds an edge that takes the token for a description of the business whose name precedes it. may_describe() must
    /// be true.
    static void add_description(Lattice& lattice, std::size_t at);
    /// Notes which tokens belong to fillers (text/fillers.hpp), such as "near me".
    void note_fillers(Lattice& lattice);
    /// Notes whether the query ends with the name of a city, which is no word of names of categories. Call after
    /// note_fillers(). Adds to `steps`.
    void note_city(Lattice& lattice, std::uint64_t& steps);
    /// Errors::one: adds spellings one error away, words that sound alike, and cuts of a token. Errors::two: adds
    /// spellings two errors away. Adds to `steps`.
    void spell(Lattice& lattice, std::size_t at, Spellings::Errors errors, const SpellingCost& cost,
               std::uint64_t& steps);
    /// Adds spellings two errors away of a word that no record has, once. Adds to `steps`.
    void spell_further(Lattice& lattice, std::size_t at, std::uint64_t& steps);
    /// Adds the expensive edges, for queries in which no reading beats the null reading: words that sound like the
    /// token although they are spelt differently in two places, and, if no record has the token, several words run
    /// together of which one is mistyped. Adds to `steps`.
    void spell_boldly(Lattice& lattice, std::size_t at, std::uint64_t& steps);

private:
    void add_typed(Lattice& lattice, std::size_t at);
    void add_together(Lattice& lattice, std::size_t at, std::size_t end);
    void add_joined(Lattice& lattice, std::size_t at, std::size_t end, std::uint64_t& steps);
    bool find_city(const Lattice& lattice, std::size_t at, std::uint64_t& steps);
    bool is_filler(const Lattice& lattice, std::size_t from, std::size_t to);
    bool write_with_numbers(const Lattice& lattice, std::size_t from, std::size_t to);
    void add_numbers(Lattice& lattice, std::size_t at);
    void add_tens(Lattice& lattice, std::size_t at, std::string_view tens);
    void add_left_out(Lattice& lattice, std::size_t at);
    void add_spelled(Lattice& lattice, std::size_t at, std::size_t tokens, std::string_view word,
                     const SpellingCost& cost, Spellings::Errors errors, std::uint64_t& steps);
    void add_digits_apart(Lattice& lattice, std::size_t at, std::string_view word);
    void add_of_two_letters(Lattice& lattice, std::size_t at, const std::string& word, std::uint64_t& steps);

    static constexpr std::size_t max_spelled_tokens = 12;

    Spellings spellings_;
    WordCuts cuts_;
    MistypedCuts mistyped_cuts_;
    SoundingEdges sounding_;
    std::vector<Spelling> found_;
    std::vector<std::string> words_, apart_;
    std::string written_, folded_, key_;
    place::Ranges city_;
};

}  // namespace bizrec::search
