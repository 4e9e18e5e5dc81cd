#include "bizrec/place/words.hpp"

#include <unicode/utf8.h>

#include "bizrec/text/letters.hpp"

namespace bizrec::place {
namespace {

/// The code point at `i`, which moves on; U+FFFD for broken bytes.
char32_t next_code_point(std::string_view utf8, std::int32_t& i) noexcept {
    const auto size = static_cast<std::int32_t>(utf8.size());
    UChar32 code_point = 0;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"  // inside ICU's macro
    U8_NEXT_OR_FFFD(utf8.data(), i, size, code_point);
#pragma GCC diagnostic pop
    return static_cast<char32_t>(code_point);
}

}  // namespace

void split_words(std::string_view folded, std::vector<std::string_view>& out) {
    out.clear();
    const auto size = static_cast<std::int32_t>(folded.size());
    std::int32_t word_begin = -1;
    const auto end_word = [&](std::int32_t end) {
        if (word_begin >= 0) {
            out.push_back(
                folded.substr(static_cast<std::size_t>(word_begin), static_cast<std::size_t>(end - word_begin)));
            word_begin = -1;
        }
    };
    for (std::int32_t i = 0; i < size;) {
        const std::int32_t begin = i;
        const char32_t c = next_code_point(folded, i);
        if (text::is_word_character(c)) {
            // A mark that stands on no letter belongs to no word (fold_letters() drops it too).
            if (word_begin < 0 && !text::is_mark(c)) {
                word_begin = begin;
            }
        } else {
            end_word(begin);
        }
    }
    end_word(size);
}

NameScratch& name_scratch() {
    thread_local NameScratch instance;
    return instance;
}

}  // namespace bizrec::place
