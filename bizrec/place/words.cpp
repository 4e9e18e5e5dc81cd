#include "bizrec/place/words.hpp"

#include "bizrec/base/thread_scratch.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/text/letters.hpp"

namespace bizrec::place {

void split_words(std::string_view folded, std::vector<std::string_view>& out) {
    out.clear();
    constexpr std::size_t no_word = std::string_view::npos;
    std::size_t word_begin = no_word;
    const auto end_word = [&](std::size_t end) {
        if (word_begin != no_word) {
            out.push_back(folded.substr(word_begin, end - word_begin));
            word_begin = no_word;
        }
    };
    for (std::size_t i = 0; i < folded.size();) {
        const std::size_t begin = i;
        const char32_t c = next_code_point(folded, i);
        if (!text::is_word_character(c)) {
            end_word(begin);
        } else if (word_begin == no_word && !text::is_mark(c)) {
            // A mark without a letter belongs to no word (fold_letters() drops it too).
            word_begin = begin;
        }
    }
    end_word(folded.size());
}

NameScratch& name_scratch() {
    return thread_scratch<NameScratch>();
}

}  // namespace bizrec::place
