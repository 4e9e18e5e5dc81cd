#include "bizrec/text/fold_ways.hpp"

#include <array>
#include <cstdint>
#include <cstring>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/thread_scratch.hpp"
#include "bizrec/base/utf8.hpp"

namespace bizrec::text {
namespace {

struct Block {
    char32_t first, end;
    std::size_t place;  // index of `first` in LetterFolds::known
};

// The letters that LetterFolds knows: Latin to Arabic; Latin with more marks; punctuation; kana with their marks;
// full-width forms.
constexpr std::array<Block, 5> blocks = {{{0x80, 0x700, 0},
                                          {0x1E00, 0x1F00, 0x680},
                                          {0x2000, 0x2070, 0x780},
                                          {0x3000, 0x3100, 0x7F0},
                                          {0xFF00, 0xFF60, 0x8F0}}};
constexpr std::size_t table_size = 0x950;

/// Ideographs and Hangul syllables fold to themselves.
constexpr bool is_itself(char32_t c) noexcept {
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7A3);
}

/// The folded forms of a letter, computed at its first occurrence.
struct LetterFold {
    enum class State : std::uint8_t { unknown, by_itself, by_neighbours };
    static constexpr std::size_t max_bytes = 6;

    State state = State::unknown;
    std::uint8_t folded_size = 0, letters_size = 0;
    std::array<char, max_bytes> folded{}, letters{};
};

bool stands_apart(std::string_view folded) {
    std::size_t at = 0;
    return folded.empty() || begins_apart(next_code_point(folded, at));
}

bool store(std::string_view text, std::array<char, LetterFold::max_bytes>& bytes, std::uint8_t& size) {
    if (text.size() > bytes.size()) {
        return false;
    }
    std::memcpy(bytes.data(), text.data(), text.size());
    size = static_cast<std::uint8_t>(text.size());
    return true;
}

// Computes how a letter folds. A letter that folds to nothing, such as a soft hyphen, is by_neighbours, because the
// letters around it then touch and may compose.
LetterFold find_out(char32_t c) {
    LetterFold fold;
    std::string letter, folded, letters;
    append_code_point(letter, c);
    icu_fold(letter, folded);
    icu_fold_letters(letter, letters);
    const bool is_apart = begins_apart(c) && !folded.empty() && stands_apart(folded) && stands_apart(letters);
    const bool is_stored =
        store(folded, fold.folded, fold.folded_size) && store(letters, fold.letters, fold.letters_size);
    fold.state = is_apart && is_stored ? LetterFold::State::by_itself : LetterFold::State::by_neighbours;
    return fold;
}

struct LetterFolds {
    std::array<LetterFold, table_size> known{};

    /// Returns how the letter folds; null if it lies in none of the blocks.
    const LetterFold* find(char32_t c) {
        for (const Block& block : blocks) {
            if (c >= block.first && c < block.end) {
                LetterFold& fold = known[block.place + (c - block.first)];
                if (fold.state == LetterFold::State::unknown) {
                    fold = find_out(c);
                }
                return &fold;
            }
        }
        return nullptr;
    }
};

template <bool letters_only>
bool by_letters(std::string_view utf8, std::string& out) {
    LetterFolds& folds = thread_scratch<LetterFolds>();
    // No letter of the table becomes more than three times as long.
    out.resize(utf8.size() * 3);
    char* to = out.data();
    for (std::size_t i = 0; i < utf8.size();) {
        if (is_ascii(utf8[i])) {
            const char small = lower(utf8[i++]);
            *to = small;
            to += !letters_only || is_lower(small) || is_digit(small) ? 1 : 0;
            continue;
        }
        const Utf8Step step = utf8_step(utf8, i);
        if (step.code_point < 0) {
            return false;
        }
        const auto c = static_cast<char32_t>(step.code_point);
        if (is_itself(c)) {
            std::memcpy(to, utf8.data() + i, step.bytes);
            to += step.bytes;
        } else {
            const LetterFold* const fold = folds.find(c);
            if (fold == nullptr || fold->state != LetterFold::State::by_itself) {
                return false;
            }
            std::memcpy(to, (letters_only ? fold->letters : fold->folded).data(), LetterFold::max_bytes);
            to += letters_only ? fold->letters_size : fold->folded_size;
        }
        i += step.bytes;
    }
    out.resize(static_cast<std::size_t>(to - out.data()));
    return true;
}

}  // namespace

bool fold_by_letters(std::string_view utf8, std::string& out) {
    return by_letters<false>(utf8, out);
}

bool keep_letters_by_letters(std::string_view utf8, std::string& out) {
    return by_letters<true>(utf8, out);
}

}  // namespace bizrec::text
