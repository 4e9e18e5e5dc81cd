#include "bizrec/text/spelling_keys.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/base/xxh.hpp"
#include "bizrec/text/tokens.hpp"

namespace bizrec::text {
namespace {

constexpr std::size_t max_bytes = std::size_t{4} * max_word;
constexpr std::uint64_t sound_seed = 1;  // so that a sound and a spelling of the same letters have different keys

constexpr bool is_vowel(char c) noexcept {
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y';
}

/// The sound of one letter or of a pair: a letter that stands for the sound (0: silent), and how many letters of the
/// word have this sound.
struct Sound {
    char letter;
    std::size_t taken;
};

constexpr Sound sound_of_pair(char c, char next) noexcept {
    switch (c) {
        case 'g':
            return next == 'h' ? Sound{0, 2} : Sound{'g', 1};
        case 'p':
            return next == 'h' ? Sound{'f', 2} : Sound{'p', 1};
        case 's':
            return next == 'h' ? Sound{'x', 2} : Sound{'s', 1};
        case 't':
            return next == 'h' ? Sound{'t', 2} : Sound{'t', 1};
        case 'c':
            if (next == 'h' || next == 'k') {
                return {next == 'h' ? 'x' : 'k', 2};
            }
            return {next == 'e' || next == 'i' || next == 'y' ? 's' : 'k', 1};
        default:
            return {c, 1};
    }
}

constexpr char sound_of_letter(char c) noexcept {
    switch (c) {
        case 'q':
            return 'k';
        case 'z':
            return 's';
        case 'j':
            return 'g';
        case 'v':
            return 'f';
        case 'd':
            return 't';
        default:
            return c;
    }
}

/// The consonants of a word as spoken. Doubled consonants count once.
class Skeleton {
public:
    explicit Skeleton(std::string_view word) noexcept {
        const bool sounds = word.size() >= min_sounding_word && word.size() <= max_word &&
                            std::all_of(word.begin(), word.end(), is_lower);
        for (std::size_t i = 0; sounds && i < word.size();) {
            i += add(word[i], i + 1 < word.size() ? word[i + 1] : '\0', i == 0);
        }
    }

    std::string_view view() const noexcept { return {letters_.data(), size_}; }

private:
    std::size_t add(char c, char next, bool is_first) noexcept {
        const Sound sound = sound_of_pair(c, next);
        const char letter = sound_of_letter(sound.letter);
        if (letter == 'x' && c == 'x') {
            append('k');
            append('s');
        } else if (is_vowel(letter)) {
            if (size_ == 0) {
                append('a');
            }
        } else if (letter != 0 && (is_first || (letter != 'w' && letter != 'h'))) {
            append(letter);
        }
        return sound.taken;
    }

    void append(char letter) noexcept {
        if (size_ == 0 || letters_[size_ - 1] != letter) {
            letters_[size_++] = letter;
        }
    }

    std::array<char, std::size_t{2} * max_word> letters_;
    std::size_t size_ = 0;
};

}  // namespace

std::uint64_t spelling_key(std::string_view form) noexcept {
    return XXH3_64bits(form.data(), form.size());
}

void deletion_keys(std::string_view word, std::vector<std::uint64_t>& out) {
    out.clear();
    std::array<std::uint16_t, max_word + 1> begins{};
    std::size_t length = 0;
    for (std::size_t at = 0; at < word.size() && length <= max_word; ++length) {
        begins[length] = static_cast<std::uint16_t>(at);
        at += std::max<std::size_t>(utf8_step(word, at).bytes, 1);
    }
    if (length < min_spelled_form) {
        return;
    }
    out.push_back(spelling_key(word));
    if (length > max_word || word.size() > max_bytes || length == min_spelled_form) {
        return;
    }
    std::array<char, max_bytes> form;  // the word without letter `i`; differs from the form before in few bytes
    std::string_view before;
    for (std::size_t i = 0; i < length; ++i) {
        const std::size_t begin = begins[i];
        const std::size_t end = i + 1 < length ? begins[i + 1] : word.size();
        const std::string_view letter = word.substr(begin, end - begin);
        if (letter.size() != before.size()) {
            std::memcpy(form.data(), word.data(), begin);
            std::memcpy(form.data() + begin, word.data() + end, word.size() - end);
        } else {
            std::copy(before.begin(), before.end(), form.begin() + static_cast<std::ptrdiff_t>(begin - before.size()));
        }
        if (letter != before) {  // in a row of equal letters, leaving out any gives the same form
            out.push_back(spelling_key({form.data(), word.size() - letter.size()}));
        }
        before = letter;
    }
}

void spelling_keys(std::string_view word, std::vector<std::uint64_t>& out) {
    deletion_keys(word, out);
    const Skeleton sound(word);
    if (!sound.view().empty()) {
        out.push_back(XXH3_64bits_withSeed(sound.view().data(), sound.view().size(), sound_seed));
    }
}

bool have_same_sound(std::string_view a, std::string_view b) noexcept {
    const Skeleton one(a), other(b);
    return !one.view().empty() && one.view() == other.view();
}

}  // namespace bizrec::text
