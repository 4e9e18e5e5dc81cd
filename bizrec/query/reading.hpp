#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace bizrec::search {

/// How the words of a request were read: docs/search.md, "How a query is read".
enum class Reading : std::uint8_t { all_words, in_place, decoded, most_words, any_word };

struct ReadingNames {
    Reading reading;
    const char* name;  ///< as in X-Query-Reading
    const char* told;  ///< in words for a person
};
/// The only table of readings. Headers, explanations, documentation and tests use it.
inline constexpr std::array readings = {
    ReadingNames{Reading::all_words, "all_words", "all words as typed"},
    ReadingNames{Reading::in_place, "in_place", "words as typed, and a place"},
    ReadingNames{Reading::decoded, "decoded", "all words, some of them taken for others"},
    ReadingNames{Reading::most_words, "most_words", "any word; records with the likeliest ones first"},
    ReadingNames{Reading::any_word, "any_word", "any word"},
};
inline const ReadingNames& names_of(Reading reading) noexcept {
    return readings[static_cast<std::size_t>(reading)];
}

/// Limits the cost of decoding a request (QueryDecoder), in steps (postings/work.hpp). The server uses the default;
/// tests choose less.
struct ReadingLimits {
    std::uint64_t steps = 131072;
};

}  // namespace bizrec::search
