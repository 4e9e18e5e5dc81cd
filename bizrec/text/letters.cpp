#include "bizrec/text/letters.hpp"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/utf8.hpp"

namespace bizrec::text {
namespace {

struct Range {
    char32_t first;
    char32_t last;
};

constexpr Range ranges[] = {
    {0x0E01, 0x0EDF},    // Thai, Lao
    {0x1000, 0x109F},    // Myanmar
    {0x1100, 0x11FF},    // Hangul jamo
    {0x1780, 0x17FF},    // Khmer
    {0x3005, 0x3007},    // Han: repetition, closing mark, zero
    {0x3021, 0x303C},    // Han numerals, kana repetition
    {0x3041, 0x31FF},    // kana, Bopomofo, Hangul compatibility jamo
    {0x3400, 0x4DBF},    // Han
    {0x4E00, 0x9FFF},    // Han
    {0xA960, 0xA97F},    // Hangul jamo
    {0xAC00, 0xD7FF},    // Hangul
    {0xF900, 0xFAFF},    // Han
    {0x1AFF0, 0x1B16F},  // kana
    {0x20000, 0x3FFFF},  // Han
};

}  // namespace

bool is_word_character(char32_t code_point) noexcept {
    if (code_point < 0x80) {
        return is_alnum(static_cast<char>(code_point));
    }
    return (U_GET_GC_MASK(static_cast<UChar32>(code_point)) & (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK)) != 0;
}

bool is_mark(char32_t code_point) noexcept {
    return code_point >= 0x80 && (U_GET_GC_MASK(static_cast<UChar32>(code_point)) & U_GC_M_MASK) != 0;
}

bool takes_decoration(char32_t code_point) noexcept {
    const auto c = static_cast<UChar32>(code_point);
    if (c < 0x80) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(c, &status);
    const bool decorated = script == USCRIPT_LATIN || script == USCRIPT_GREEK || script == USCRIPT_CYRILLIC;
    return U_SUCCESS(status) && decorated && (U_GET_GC_MASK(c) & U_GC_L_MASK) != 0;
}

std::u16string_view plain_form(char32_t code_point) noexcept {
    switch (code_point) {
        case U'æ':
            return u"ae";
        case U'œ':
            return u"oe";
        case U'þ':
            return u"th";
        case U'ð':
        case U'đ':
            return u"d";
        case U'ø':
            return u"o";
        case U'ł':
        case U'ƚ':
        case U'ɫ':
            return u"l";
        case U'ħ':
            return u"h";
        case U'ŧ':
            return u"t";
        case U'ı':
        case U'ɨ':
            return u"i";
        case U'ƀ':
            return u"b";
        case U'ƶ':
            return u"z";
        case U'ʉ':
            return u"u";
        case U'ɉ':
            return u"j";
        case U'ɇ':
            return u"e";
        case U'ɍ':
            return u"r";
        case U'ɏ':
            return u"y";
        case U'ȼ':
            return u"c";
        case U'ǥ':
            return u"g";
        // Unicode calls these letters, but they are typed as apostrophes: "Hawai'i", "Slov'yansk".
        case U'\u02B9':
        case U'\u02BB':
        case U'\u02BC':
        case U'\u02BD':
        case U'\u02BE':
        case U'\u02BF':
        case U'\u02C8':
        case U'\u02EE':
            return u"'";
        default:
            return {};
    }
}

bool is_unspaced_letter(char32_t letter) noexcept {
    if (letter < ranges[0].first) {
        return false;
    }
    for (const Range& range : ranges) {
        if (letter <= range.last) {
            return letter >= range.first;
        }
    }
    return false;
}

void split_units(std::string_view run, std::vector<std::uint32_t>& ends) {
    ends.clear();
    for (std::size_t i = 0; i < run.size();) {
        const char32_t code_point = next_code_point(run, i);
        if (is_mark(code_point) && !ends.empty()) {
            ends.back() = static_cast<std::uint32_t>(i);
        } else {
            ends.push_back(static_cast<std::uint32_t>(i));
        }
    }
}

}  // namespace bizrec::text
