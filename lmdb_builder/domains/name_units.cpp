#include "lmdb_builder/domains/name_units.hpp"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/sort_unique.hpp"
#include "bizrec/base/utf8.hpp"
#include "lmdb_builder/domains/shared_domains.hpp"

namespace bizrec::builder {
namespace {

constexpr UChar32 branch = 0x5E97;  // 店, the word for a branch
constexpr UChar32 long_vowel = 0x30FC;

struct Character {
    UChar32 code = 0;
    std::string_view bytes;
};

bool next_character(std::string_view utf8, std::size_t& position, Character& out) {
    if (position >= utf8.size()) {
        return false;
    }
    const std::size_t start = position;
    out.code = static_cast<UChar32>(next_code_point(utf8, position));
    out.bytes = utf8.substr(start, position - start);
    return true;
}

bool is_word_character(UChar32 code) {
    if (code < 0x80) {
        return is_alnum(static_cast<char>(code));
    }
    return u_isalnum(code) || (U_GET_GC_MASK(code) & U_GC_M_MASK) != 0 || code == long_vowel;
}

bool is_apostrophe(UChar32 code) {
    return code == '\'' || code == 0x2019 || code == 0x02BC;
}

/// Whether the script is written without spaces between words.
bool is_unspaced(UChar32 code) {
    if (code < 0x0E00) {
        return false;
    }
    UErrorCode error = U_ZERO_ERROR;
    switch (uscript_getScript(code, &error)) {
        case USCRIPT_HAN:
        case USCRIPT_HIRAGANA:
        case USCRIPT_KATAKANA:
        case USCRIPT_HANGUL:
        case USCRIPT_THAI:
        case USCRIPT_LAO:
        case USCRIPT_KHMER:
        case USCRIPT_MYANMAR:
            return true;
        default:
            return code == long_vowel;
    }
}

}  // namespace

std::string letters_and_digits(std::string_view utf8) {
    std::string out;
    Character character;
    for (std::size_t position = 0; next_character(utf8, position, character);) {
        if (is_word_character(character.code)) {
            out.append(character.bytes);
        }
    }
    return out;
}

const std::vector<std::string_view>& NameUnits::split(std::string_view folded_name) {
    bytes_.clear();
    spans_.clear();
    word_ = last_word_ = {};
    word_characters_ = 0;
    std::string_view last_unspaced;
    Character character;
    for (std::size_t position = 0; next_character(folded_name, position, character);) {
        if (is_apostrophe(character.code)) {
            continue;  // "mike's" is one word
        }
        if (!is_word_character(character.code)) {
            end_word();
            last_unspaced = {};
        } else if (is_unspaced(character.code)) {
            end_word();
            last_word_ = {};
            if (!last_unspaced.empty() && character.code != branch) {
                add_pair(last_unspaced, {}, character.bytes);
            }
            last_unspaced = character.bytes;
        } else {
            last_unspaced = {};
            add_to_word(character.bytes);
        }
    }
    end_word();
    units_.clear();
    for (const Span& span : spans_) {
        units_.push_back(view(span));
    }
    return units_;
}

void NameUnits::add_to_word(std::string_view character) {
    if (word_characters_++ == 0) {
        word_ = {bytes_.size(), 0};
    }
    bytes_.append(character);
    word_.size += character.size();
}

void NameUnits::add_pair(std::string_view first, std::string_view between, std::string_view second) {
    const Span pair{bytes_.size(), first.size() + between.size() + second.size()};
    bytes_.append(first).append(between).append(second);
    spans_.push_back(pair);
}

void NameUnits::end_word() {
    if (word_characters_ == 0) {
        return;
    }
    if (word_characters_ > 1) {
        spans_.push_back(word_);
    }
    if (last_word_.size > 0) {
        // The texts are views into bytes_, so bytes_ must not move while add_pair() appends them.
        bytes_.reserve(bytes_.size() + last_word_.size + 1 + word_.size);
        add_pair(view(last_word_), " ", view(word_));
    }
    last_word_ = word_;
    word_characters_ = 0;
}

std::vector<std::string> name_units(std::string_view folded_name) {
    NameUnits units;
    const std::vector<std::string_view>& all = units.split(folded_name);
    std::vector<std::string> sorted(all.begin(), all.end());
    sort_unique(sorted);
    return sorted;
}

}  // namespace bizrec::builder
