#include "lmdb_builder/domains/name_units.hpp"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "bizrec/base/utf8.hpp"
#include "lmdb_builder/domains/shared_domains.hpp"

namespace bizrec::builder {
namespace {

constexpr UChar32 branch = 0x5E97;  // 店
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
    return u_isalnum(code) || (U_GET_GC_MASK(code) & U_GC_M_MASK) != 0 || code == long_vowel;
}

bool is_apostrophe(UChar32 code) {
    return code == '\'' || code == 0x2019 || code == 0x02BC;
}

/// Written without spaces between words.
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

class UnitCollector {
public:
    void add(const Character& character) {
        if (is_apostrophe(character.code)) {
            return;  // "mike's" is one word
        }
        if (!is_word_character(character.code)) {
            end_word();
            last_unspaced_ = {};
        } else if (is_unspaced(character.code)) {
            end_word();
            last_word_.clear();
            if (!last_unspaced_.empty() && character.code != branch) {
                units_.push_back(std::string(last_unspaced_).append(character.bytes));
            }
            last_unspaced_ = character.bytes;
        } else {
            last_unspaced_ = {};
            word_.append(character.bytes);
            ++word_characters_;
        }
    }

    std::vector<std::string> finish() {
        end_word();
        std::sort(units_.begin(), units_.end());
        units_.erase(std::unique(units_.begin(), units_.end()), units_.end());
        return std::move(units_);
    }

private:
    void end_word() {
        if (word_.empty()) {
            return;
        }
        if (word_characters_ > 1) {
            units_.push_back(word_);
        }
        if (!last_word_.empty()) {
            units_.push_back(last_word_ + ' ' + word_);
        }
        last_word_.swap(word_);
        word_.clear();
        word_characters_ = 0;
    }

    std::vector<std::string> units_;
    std::string word_, last_word_;
    std::size_t word_characters_ = 0;
    std::string_view last_unspaced_;
};

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

std::vector<std::string> name_units(std::string_view folded_name) {
    UnitCollector collector;
    Character character;
    for (std::size_t position = 0; next_character(folded_name, position, character);) {
        collector.add(character);
    }
    return collector.finish();
}

}  // namespace bizrec::builder
