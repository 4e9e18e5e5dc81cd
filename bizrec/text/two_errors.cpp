#include "bizrec/text/two_errors.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/text/spelling_keys.hpp"
#include "bizrec/text/tokens.hpp"

namespace bizrec::text {
namespace {

struct Alphabet {
    char32_t first, last;
};
constexpr Alphabet alphabets[] = {{U'a', U'z'}, {U'α', U'ω'}, {U'а', U'я'}};

bool is_digit_of(char32_t c) noexcept {
    return c < 0x80 && is_digit(static_cast<char>(c));
}

/// Writes the keys of the forms that a word has after some letters were changed.
class Forms {
public:
    Forms(std::u32string_view word, std::vector<std::uint64_t>& out) : word_(word), out_(out) {
        for (const Alphabet& alphabet : alphabets) {
            if (word_.front() >= alphabet.first && word_.front() <= alphabet.last) {
                alphabet_ = alphabet;
            }
        }
        is_ascii_ =
            alphabet_.last < 0x80 && std::all_of(word_.begin(), word_.end(), [](char32_t c) { return c < 0x80; });
    }

    void add_swapped() {
        for (std::size_t at = 0; at + 1 < word_.size(); ++at) {
            if (word_[at] != word_[at + 1] && !is_digit_of(word_[at]) && !is_digit_of(word_[at + 1])) {
                std::swap(word_[at], word_[at + 1]);
                add();
                std::swap(word_[at], word_[at + 1]);
            }
        }
    }

    /// `from`: the first place at which a letter is replaced.
    void add_replaced(std::size_t from) {
        for (std::size_t at = from; at < word_.size(); ++at) {
            const char32_t letter = word_[at];
            for (char32_t other = alphabet_.first; !is_digit_of(letter) && other <= alphabet_.last; ++other) {
                word_[at] = other;
                add();
            }
            word_[at] = letter;
        }
    }

    void add_inserted() {
        for (std::size_t at = 0; at <= word_.size(); ++at) {
            word_.insert(at, 1, U' ');
            for (char32_t letter = alphabet_.first; letter <= alphabet_.last; ++letter) {
                word_[at] = letter;
                add();
            }
            word_.erase(at, 1);
        }
    }

    /// Calls use(place) for each form without one letter, at `from` or later. The form is then the word.
    template <class Use>
    void without_a_letter(std::size_t from, Use&& use) {
        for (std::size_t at = from; at < word_.size(); ++at) {
            const char32_t letter = word_[at];
            const bool is_repeated = at > from && word_[at - 1] == letter;  // leaving out any gives the same form
            if (!is_repeated && !is_digit_of(letter)) {
                word_.erase(at, 1);
                use(at);
                word_.insert(at, 1, letter);
            }
        }
    }

    void add() {
        if (is_ascii_) {  // most words: encoding each letter would take more time than the keys
            form_.resize(word_.size());
            std::transform(word_.begin(), word_.end(), form_.begin(), [](char32_t c) { return static_cast<char>(c); });
        } else {
            form_.clear();
            for (const char32_t letter : word_) {
                append_code_point(form_, letter);
            }
        }
        out_.push_back(spelling_key(form_));
    }

private:
    Alphabet alphabet_ = {1, 0};  // of no letter
    std::u32string word_;
    std::string form_;
    bool is_ascii_ = false;
    std::vector<std::uint64_t>& out_;
};

}  // namespace

void two_error_keys(std::string_view typed, std::vector<std::uint64_t>& out) {
    out.clear();
    std::u32string word;
    decode_utf8(typed, word);
    if (word.size() < min_with_two_errors || word.size() > max_word) {
        return;
    }
    Forms forms(word, out);
    // A letter was left out, and the word has a key without it: the other error is undone.
    forms.add_inserted();
    forms.add_replaced(0);
    forms.add_swapped();
    // One letter was added, replaced or swapped: the key has no such letter, so it is left out here. Then the other
    // error is undone: a second such letter is left out, or letters are swapped or replaced.
    const bool may_replace_both = word.size() <= max_with_two_replaced;
    forms.without_a_letter(0, [&forms, may_replace_both](std::size_t at) {
        forms.without_a_letter(at, [&forms](std::size_t /*at*/) { forms.add(); });
        forms.add_swapped();
        if (may_replace_both) {
            forms.add_replaced(at);
        }
    });
}

}  // namespace bizrec::text
