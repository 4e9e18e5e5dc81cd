#pragma once

#include <unicode/utf8.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Decodes and encodes UTF-8 with ICU's macros, which need no library.
namespace bizrec {

inline constexpr char32_t replacement_character = 0xFFFD;  ///< stands for bytes that are not UTF-8

struct Utf8Step {
    std::int32_t code_point = -1;  ///< negative: the bytes are not UTF-8
    std::size_t bytes = 0;
};

/// Decodes the sequence at `at`, which must be below the size. Broken bytes are grouped as Unicode recommends.
inline Utf8Step utf8_step(std::string_view utf8, std::size_t at) noexcept {
    const char* const bytes = utf8.data() + at;
    const auto size = static_cast<std::int32_t>(std::min<std::size_t>(utf8.size() - at, U8_MAX_LENGTH));
    std::int32_t i = 0;
    UChar32 code_point = 0;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"  // inside ICU's macro
    U8_NEXT(bytes, i, size, code_point);
#pragma GCC diagnostic pop
    return {code_point, static_cast<std::size_t>(i)};
}

/// Returns the code point at `i`, or U+FFFD for broken bytes, and moves `i` past it.
inline char32_t next_code_point(std::string_view utf8, std::size_t& i) noexcept {
    const Utf8Step step = utf8_step(utf8, i);
    i += step.bytes;
    return step.code_point < 0 ? replacement_character : static_cast<char32_t>(step.code_point);
}

/// Decodes all code points. Overwrites `out`.
inline void decode_utf8(std::string_view utf8, std::u32string& out) {
    out.resize(utf8.size());
    std::size_t size = 0;
    for (std::size_t at = 0; at < utf8.size();) {
        const auto byte = static_cast<unsigned char>(utf8[at]);
        out[size++] = byte < 0x80 ? (++at, byte) : next_code_point(utf8, at);
    }
    out.resize(size);
}

/// `code_point`: must be a Unicode scalar value.
inline void append_code_point(std::string& out, char32_t code_point) {
    char bytes[U8_MAX_LENGTH];
    std::size_t size = 0;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"  // inside ICU's macro
    U8_APPEND_UNSAFE(bytes, size, code_point);
#pragma GCC diagnostic pop
    out.append(bytes, size);
}

/// Bytes of the well-formed sequence at the start of `text` (Unicode 15, table 3-7); 0 if there is none.
inline std::size_t utf8_sequence_length(std::string_view text) noexcept {
    const Utf8Step step = text.empty() ? Utf8Step() : utf8_step(text, 0);
    return step.code_point < 0 ? 0 : step.bytes;
}

constexpr bool is_utf8_continuation(char byte) noexcept {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Number of code points in valid UTF-8. In other text, counts the bytes that are not continuation bytes.
inline std::size_t count_code_points(std::string_view utf8) noexcept {
    return static_cast<std::size_t>(
        std::count_if(utf8.begin(), utf8.end(), [](char byte) { return !is_utf8_continuation(byte); }));
}

/// The greatest size of at most `limit` bytes that does not cut a character. `utf8` must be valid.
inline std::size_t utf8_cut(std::string_view utf8, std::size_t limit) noexcept {
    if (utf8.size() <= limit) {
        return utf8.size();
    }
    while (limit > 0 && is_utf8_continuation(utf8[limit])) {
        --limit;
    }
    return limit;
}

}  // namespace bizrec
