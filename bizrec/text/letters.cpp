#include "bizrec/text/letters.hpp"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include "bizrec/base/ascii.hpp"

namespace bizrec::text {

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

}  // namespace bizrec::text
