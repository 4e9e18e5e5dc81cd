#include "bizrec/text/fold_ways.hpp"

#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

#include <algorithm>

#include "bizrec/base/thread_scratch.hpp"
#include "bizrec/text/letters.hpp"

namespace bizrec::text {
namespace {

/// ICU's normalisers: immutable, never freed, shared by all threads. Null if ICU's data are missing.
struct Normalisers {
    const UNormalizer2* casefold = nullptr;
    const UNormalizer2* decompose = nullptr;
    const UNormalizer2* compose = nullptr;

    Normalisers() noexcept {
        UErrorCode status = U_ZERO_ERROR;
        casefold = unorm2_getNFKCCasefoldInstance(&status);
        decompose = unorm2_getNFDInstance(&status);
        compose = unorm2_getNFCInstance(&status);
    }
    bool complete() const noexcept { return casefold && decompose && compose; }
};

const Normalisers& normalisers() noexcept {
    static const Normalisers instance;
    return instance;
}

/// Buffers of one thread. They keep their capacity between calls.
struct Scratch {
    std::u16string source;
    std::u16string target;
};

Scratch& scratch() {
    return thread_scratch<Scratch>();
}

void from_utf8(std::string_view utf8, std::u16string& out) {
    out.resize(utf8.size());  // UTF-16 never has more units than UTF-8 has bytes, even with U+FFFD for a broken byte
    UErrorCode status = U_ZERO_ERROR;
    std::int32_t length = 0;
    u_strFromUTF8WithSub(out.data(), static_cast<std::int32_t>(out.size()), &length, utf8.data(),
                         static_cast<std::int32_t>(utf8.size()), 0xFFFD, nullptr, &status);
    out.resize(U_SUCCESS(status) ? static_cast<std::size_t>(length) : 0);
}

void to_utf8(std::u16string_view text, std::string& out) {
    out.resize(text.size() * 3);
    UErrorCode status = U_ZERO_ERROR;
    std::int32_t length = 0;
    u_strToUTF8WithSub(out.data(), static_cast<std::int32_t>(out.size()), &length, text.data(),
                       static_cast<std::int32_t>(text.size()), 0xFFFD, nullptr, &status);
    out.resize(U_SUCCESS(status) ? static_cast<std::size_t>(length) : 0);
}

void normalise(const UNormalizer2* normaliser, std::u16string_view text, std::u16string& out) {
    out.resize(text.size() * 2 + 16);  // rarely too small; then the loop runs again
    for (;;) {
        UErrorCode status = U_ZERO_ERROR;
        const std::int32_t length = unorm2_normalize(normaliser, text.data(), static_cast<std::int32_t>(text.size()),
                                                     out.data(), static_cast<std::int32_t>(out.size()), &status);
        if (status != U_BUFFER_OVERFLOW_ERROR) {
            out.resize(U_SUCCESS(status) ? static_cast<std::size_t>(length) : 0);
            return;
        }
        out.resize(static_cast<std::size_t>(length));
    }
}

template <class Visit>
void for_each_code_point(std::u16string_view text, Visit visit) {
    const auto size = static_cast<std::int32_t>(text.size());
    for (std::int32_t i = 0; i < size;) {
        UChar32 code_point = 0;
        const std::int32_t begin = i;
        U16_NEXT(text.data(), i, size, code_point);
        visit(static_cast<char32_t>(code_point),
              text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(i - begin)));
    }
}

/// Removes the marks of Latin, Greek and Cyrillic letters from decomposed text, and makes these letters plain.
void strip_decoration(std::u16string_view decomposed, std::u16string& out) {
    out.clear();
    bool decorated = false;
    for_each_code_point(decomposed, [&](char32_t code_point, std::u16string_view units) {
        if (is_mark(code_point)) {
            if (!decorated) {
                out.append(units);
            }
            return;
        }
        decorated = takes_decoration(code_point);
        const std::u16string_view plain = plain_form(code_point);
        out.append(plain.empty() ? units : plain);
    });
}

/// Copies only letters, numbers and their marks. Drops the marks of a dropped character, because they would attach to
/// another letter.
void keep_word_characters(std::u16string_view text, std::u16string& out) {
    out.clear();
    bool kept = false;
    for_each_code_point(text, [&](char32_t code_point, std::u16string_view units) {
        if (!is_mark(code_point)) {
            kept = is_word_character(code_point);
        }
        if (kept) {
            out.append(units);
        }
    });
}

/// Whether the UTF-16 unit is a character that strip_decoration() does not change: ASCII, kana, an ideograph or a
/// Hangul syllable.
bool is_plain(char16_t unit) noexcept {
    const bool kana = unit >= 0x3041 && unit <= 0x30FF && unit != 0x3099 && unit != 0x309A;
    return unit < 0x80 || kana || (unit >= 0x4E00 && unit <= 0x9FFF) || (unit >= 0xAC00 && unit <= 0xD7A3);
}

/// Whether the unit is a spacing accent that people type instead of an apostrophe. NFKC turns it into a space and a
/// mark, which would cut the word.
bool is_accent_for_apostrophe(char16_t unit) noexcept {
    return unit == u'\u00B4' || unit == u'\u0384' || unit == u'\u1FBD' || unit == u'\u1FBF' || unit == u'\u1FFD';
}

/// Folds the text in `buffers.source`, in place.
void fold_units(Scratch& buffers) {
    const Normalisers& icu = normalisers();
    std::replace_if(buffers.source.begin(), buffers.source.end(), is_accent_for_apostrophe, u'\'');
    normalise(icu.casefold, buffers.source, buffers.target);
    if (std::all_of(buffers.target.begin(), buffers.target.end(), is_plain)) {
        buffers.source.swap(buffers.target);
        return;
    }
    normalise(icu.decompose, buffers.target, buffers.source);
    strip_decoration(buffers.source, buffers.target);
    normalise(icu.compose, buffers.target, buffers.source);
}

/// Keeps only the word characters of the text in `buffers.source`, in place. Characters that become neighbours may
/// compose (Hangul jamo), so the result is normalised.
void keep_letters_of_units(Scratch& buffers) {
    keep_word_characters(buffers.source, buffers.target);
    if (buffers.target.size() == buffers.source.size()) {
        return;
    }
    normalise(normalisers().compose, buffers.target, buffers.source);
}

}  // namespace

bool has_icu_fold() noexcept {
    return normalisers().complete();
}

void icu_fold(std::string_view utf8, std::string& out) {
    Scratch& buffers = scratch();
    from_utf8(utf8, buffers.source);
    fold_units(buffers);
    to_utf8(buffers.source, out);
}

void icu_fold_letters(std::string_view utf8, std::string& out) {
    Scratch& buffers = scratch();
    from_utf8(utf8, buffers.source);
    fold_units(buffers);
    keep_letters_of_units(buffers);
    to_utf8(buffers.source, out);
}

bool begins_apart(char32_t code_point) noexcept {
    const Normalisers& icu = normalisers();
    const auto c = static_cast<UChar32>(code_point);
    return !is_mark(code_point) && unorm2_hasBoundaryBefore(icu.casefold, c) != 0 &&
           unorm2_hasBoundaryBefore(icu.decompose, c) != 0 && unorm2_hasBoundaryBefore(icu.compose, c) != 0;
}

}  // namespace bizrec::text
