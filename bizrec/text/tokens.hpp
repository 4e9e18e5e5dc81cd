#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::text {

inline constexpr std::uint32_t max_word = 64;  ///< code points

/// The characters between a token and the one before it.
enum class Gap : std::uint8_t {
    none,   ///< nothing: the script changes, or one of the two is "&" or "+"
    tight,  ///< full stops, hyphens, underscores, or an apostrophe that separates words
    soft,   ///< spaces, perhaps with full stops and hyphens
    wall,   ///< any other characters, or the beginning of the text
};

/// A folded word of the text as it is written, or a sign. Stop words and word forms are not looked up yet.
struct Token {
    enum class Kind : std::uint8_t {
        word,         ///< letters, marks and digits of a script with spaces, lower case
        run,          ///< letters of a script without spaces, and their marks
        conjunction,  ///< "&" or "+"; no bytes
    };
    std::uint32_t begin = 0;   ///< index of its first byte in Tokens::bytes
    std::uint32_t size = 0;    ///< bytes
    std::uint32_t length = 0;  ///< code points
    Kind kind = Kind::word;
    Gap gap = Gap::wall;
    bool capitals = false;  ///< two or more ASCII letters, all of them capitals
    bool stopped = false;   ///< a full stop follows
    bool elided = false;    ///< an apostrophe and another word follow: the "d" of "d'Orsay"
};

/// The tokens of a text. One object is reused for many texts.
struct Tokens {
    std::string bytes;
    std::vector<Token> list;
    bool shouted = false;  ///< the text is ASCII without a lower-case letter, so capitals mean nothing

    std::string_view view(const Token& token) const noexcept { return {bytes.data() + token.begin, token.size}; }
};

/// Folds and cuts a text. Apostrophes inside words are dropped: "Joe's" is "joes", "James's" is "james", "d'Orsay" is
/// two tokens. Overwrites `out`. ASCII text is cut without an intermediate copy.
void cut_tokens(std::string_view utf8, Tokens& out);

}  // namespace bizrec::text
