#include "t/quality/typed/typing.hpp"

#include <algorithm>
#include <utility>

#include "bizrec/base/ascii.hpp"
#include "bizrec/text/fold.hpp"

namespace bizrec::quality {
namespace {

constexpr std::string_view vowels = "aeiou";

/// The rows of a keyboard, for the keys to the left and to the right of each letter.
constexpr std::string_view keyboard[] = {"qwertyuiop", "asdfghjkl", "zxcvbnm"};

bool is_long(const std::string& word, std::size_t letters) {
    return word.size() >= letters && std::all_of(word.begin(), word.end(), is_lower);
}

char next_key(char letter, Random& random) {
    for (const std::string_view row : keyboard) {
        const std::size_t at = row.find(letter);
        if (at != std::string_view::npos) {
            const bool right = at == 0 || (at + 1 < row.size() && below(random, 2) == 1);
            return row[right ? at + 1 : at - 1];
        }
    }
    return letter;
}

char other_letter(char letter, Random& random) {
    const bool is_vowel = vowels.find(letter) != std::string_view::npos;
    for (;;) {
        const char other = is_vowel ? vowels[below(random, vowels.size())] : static_cast<char>('a' + below(random, 26));
        if (other != letter) {
            return other;
        }
    }
}

/// Makes the error at letter `at` of the word. Returns false if this letter cannot have such an error.
bool slip_at(std::string& word, std::size_t at, Slip slip, Random& random) {
    switch (slip) {
        case Slip::left_out:
            word.erase(at, 1);
            return true;
        case Slip::doubled:
            if (word[at] == word[at - 1] || (at + 1 < word.size() && word[at] == word[at + 1])) {
                return false;
            }
            word.insert(at, 1, word[at]);
            return true;
        case Slip::swapped:
            if (at + 1 == word.size() || word[at] == word[at + 1]) {
                return false;
            }
            std::swap(word[at], word[at + 1]);
            return true;
        case Slip::next_key:
            word[at] = next_key(word[at], random);
            return true;
        case Slip::other_letter:
            word[at] = other_letter(word[at], random);
            return true;
        case Slip::put_in:
            word.insert(at, 1, static_cast<char>('a' + below(random, 26)));
            return true;
    }
    return false;
}

}  // namespace

const char* name_of(Slip slip) noexcept {
    switch (slip) {
        case Slip::left_out:
            return "left_out";
        case Slip::doubled:
            return "doubled";
        case Slip::swapped:
            return "swapped";
        case Slip::next_key:
            return "next_key";
        case Slip::other_letter:
            return "other_letter";
        case Slip::put_in:
            return "put_in";
    }
    return "";
}

Words words_of(std::string_view folded) {
    Words words(1);
    for (const char c : folded) {
        if (!is_ascii(c) || is_alnum(c)) {
            words.back() += c;
        } else if (!words.back().empty()) {
            words.emplace_back();
        }
    }
    if (words.back().empty()) {
        words.pop_back();
    }
    return words;
}

std::string join(const Words& words, const char* between) {
    std::string out;
    for (const std::string& word : words) {
        out.append(out.empty() ? "" : between).append(word);
    }
    return out;
}

std::string as_typed(std::string_view written) {
    std::string folded;
    text::fold(written, folded);
    if (!all_ascii(folded)) {
        return {};
    }
    folded.erase(std::remove_if(folded.begin(), folded.end(), [](char c) { return c == '\'' || c == '.'; }),
                 folded.end());
    const auto is_single = [&folded](std::size_t at) {
        return (at == 0 || !is_alnum(folded[at - 1])) && (at + 1 >= folded.size() || !is_alnum(folded[at + 1]));
    };
    std::string out;
    for (std::size_t at = 0; at < folded.size(); ++at) {
        const bool is_hyphen = folded[at] == '-' && at != 0 && at + 1 < folded.size();
        if (!is_hyphen || !is_single(at - 1) || !is_single(at + 1)) {
            out += folded[at];
        }
    }
    return join(words_of(out));
}

std::string canonical(std::string_view written) {
    std::string out;
    text::fold_letters(written, out);
    return out;
}

bool has_long_word(const std::string& typed, std::size_t letters) {
    const Words words = words_of(typed);
    return std::any_of(words.begin(), words.end(), [letters](const auto& word) { return is_long(word, letters); });
}

std::string mistype(const std::string& typed, std::size_t letters, Slip slip, Random& random) {
    Words words = words_of(typed);
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (is_long(words[i], letters)) {
            chosen.push_back(i);
        }
    }
    constexpr int max_trials = 32;  // a word may have no two letters to swap
    for (int trial = 0; trial < max_trials && !chosen.empty(); ++trial) {
        const std::size_t which = chosen[below(random, chosen.size())];
        std::string word = words[which];
        if (slip_at(word, 1 + below(random, word.size() - 1), slip, random) && word != words[which]) {
            words[which] = word;
            return join(words);
        }
    }
    return {};
}

}  // namespace bizrec::quality
