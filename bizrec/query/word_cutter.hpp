#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/query/corrections.hpp"
#include "bizrec/query/indexed_words.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/query/reading_trial.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// Readings with words that were written without spaces: "goldenanchor", "bankofamericaboston". A word is cut into as
/// many as it has. Of all ways those come first whose words are likeliest together, each by the number of records that
/// have it (Viterbi, "Error bounds for convolutional codes and an asymptotically optimum decoding algorithm", 1967,
/// with several best ways to each letter).
class WordCutter {
public:
    static constexpr std::uint64_t max_steps = 1U << 15;  ///< in the index's keys, for the whole request
    static constexpr std::size_t max_ways = 4;            ///< of a word, that are tried

    void begin();
    /// Cuts the words that exist nowhere, or else the rarest. True where `trial` has a hit. Adds to `visited` at most
    /// max_steps for a request.
    bool read(const store::Generation& generation, const QueryWords& words, const Corrections& corrections,
              ReadingTrial& trial, std::uint64_t& visited);
    /// After read(): cuts, where that is likely, the words that exist nowhere and have no meaning.
    void apply_likeliest(const Corrections& corrections, TypedWords& words) const;

private:
    /// The last piece of a way to a letter.
    struct Step {
        std::uint32_t cost = 0;
        std::uint32_t from = 0;  ///< the letter at which the piece begins
        std::uint32_t way = 0;   ///< to there
        std::uint32_t piece = 0;
    };
    struct Piece {
        std::string_view form;
        std::uint32_t cost = 0;
        bool is_stop = false;
    };
    struct Cut {
        const ClauseRule* rule = nullptr;
        std::string_view typed;
        std::array<WordSequence, max_ways> ways;  ///< the likeliest first
        std::size_t way_count = 0;
    };

    void cut(const store::Generation& generation, const ClauseRule& rule, std::string_view word,
             std::uint64_t& visited);
    bool find_piece(const store::Generation& generation, const ClauseRule& rule, std::string_view written,
                    std::size_t letters, std::uint64_t& visited, Piece& piece);
    void write_pieces(std::size_t letter, std::size_t way, WordSequence& out) const;
    std::string_view keep(const std::string& form);
    static void put(const Cut& cut, std::size_t way, TypedWords& words);

    std::vector<Cut> cuts_;  // the first cut_count_ are in use; the others keep their memory
    std::size_t cut_count_ = 0;
    std::uint64_t steps_left_ = 0;
    std::deque<std::string> forms_;  // bytes of pieces that are written otherwise in the index; the first form_count_
    std::size_t form_count_ = 0;
    std::vector<std::uint32_t> ends_;
    std::vector<Piece> pieces_;
    std::vector<std::vector<Step>> steps_;  // to each letter
    IndexedWords indexed_words_;
    TypedWords reading_;
    std::string key_, form_;
};

}  // namespace bizrec::search
