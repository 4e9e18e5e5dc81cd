#pragma once

#include <random>
#include <string>

namespace bizrec::text {

inline void append_utf8(char32_t c, std::string& out) {
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xC0U | c >> 6);
        out += static_cast<char>(0x80U | (c & 0x3FU));
    } else if (c < 0x10000) {
        out += static_cast<char>(0xE0U | c >> 12);
        out += static_cast<char>(0x80U | (c >> 6 & 0x3FU));
        out += static_cast<char>(0x80U | (c & 0x3FU));
    } else {
        out += static_cast<char>(0xF0U | c >> 18);
        out += static_cast<char>(0x80U | (c >> 12 & 0x3FU));
        out += static_cast<char>(0x80U | (c >> 6 & 0x3FU));
        out += static_cast<char>(0x80U | (c & 0x3FU));
    }
}

/// A code point that is not a surrogate. Three in four are from the blocks below, which have the letters and marks that
/// folding changes.
inline char32_t random_code_point(std::mt19937_64& random) {
    struct Block {
        char32_t first, last;
    };
    static constexpr Block blocks[] = {{0x20, 0x7E},     {0xA0, 0x24F},    {0x250, 0x36F},    {0x370, 0x52F},
                                       {0x590, 0x6FF},   {0x900, 0x97F},   {0xE00, 0xE7F},    {0x1100, 0x11FF},
                                       {0x1D00, 0x1FFF}, {0x2000, 0x21FF}, {0x3000, 0x30FF},  {0x4E00, 0x9FFF},
                                       {0xAC00, 0xD7A3}, {0xF900, 0xFFEF}, {0x1D400, 0x1D7FF}};
    if (random() % 4 == 0) {
        const auto c = static_cast<char32_t>(random() % 0x110000);
        return c >= 0xD800 && c <= 0xDFFF ? U'\uFFFD' : c;
    }
    const Block& block = blocks[random() % std::size(blocks)];
    return block.first + static_cast<char32_t>(random() % (block.last - block.first + 1));
}

inline std::string random_text(std::mt19937_64& random, std::size_t longest = 12) {
    std::string text;
    for (std::size_t left = random() % (longest + 1); left > 0; --left) {
        append_utf8(random_code_point(random), text);
    }
    return text;
}

inline std::string random_bytes(std::mt19937_64& random, std::size_t longest = 12) {
    std::string bytes;
    for (std::size_t left = random() % (longest + 1); left > 0; --left) {
        bytes += static_cast<char>(random() % 256);
    }
    return bytes;
}

}  // namespace bizrec::text
