#pragma once

#include <cstdint>

namespace bizrec::search {

/// How the words of a request were read, in the order in which readings are tried, but for in_place.
enum class Reading : std::uint8_t {
    all_words,   ///< every word as typed
    joined,      ///< every word, two neighbours as one
    corrected,   ///< every word, those that exist nowhere taken for their neighbours in the vocabulary
    split,       ///< every word, one of them as several
    neighbours,  ///< every word, one or two that exist taken for their neighbours too
    most_words,  ///< every word but one
    any_word,    ///< any word of each text
    in_place,    ///< the last words as a place, every other word inside of it: before all_words where those exist, else
                 ///< after it, those that exist nowhere taken for their neighbours
};

/// What it may cost to find out which of the readings between `all_words` and `any_word` has a hit: steps
/// (postings/work.hpp) for all of them together. The defaults are the server's; tests choose less.
struct ReadingLimits {
    std::uint64_t steps = 65536;
    std::uint64_t steps_per_document = 1;  ///< on top, for each document of the index

    std::uint64_t budget(std::uint32_t documents) const noexcept { return steps + steps_per_document * documents; }
};

}  // namespace bizrec::search
