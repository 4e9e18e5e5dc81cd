#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/base/rule_lines.hpp"
#include "bizrec/text/rule_words.hpp"

namespace bizrec::text {

/// Words for numbers, such as "seven" for "7" and "fifth" for "5th", in several languages. Immutable once read;
/// thread-safe.
class NumberWords {
public:
    NumberWords() = default;
    NumberWords(NumberWords&&) noexcept = default;
    NumberWords& operator=(NumberWords&&) noexcept = default;

    /// Reads a rule file (lmdb_builder/rules/number_words.txt). Copies what it keeps. Errors name the file and the
    /// line.
    static Result<NumberWords> read(const RuleText& rules);
    /// The table that this program was built with.
    static const NumberWords& built_in();

    /// The digits that a word stands for: "7" for "seven"; empty if the word is no number. `word`: folded, or from the
    /// analyser. The result lives as long as this object.
    std::string_view digits_of(std::string_view word) const noexcept {
        return may_be_number(word) ? find_digits(word) : std::string_view();
    }

    /// Calls use(word) for each word that stands for these digits.
    template <class Use>
    void words_of(std::string_view digits, Use&& use) const {
        for (std::size_t i = first_of(digits); i < by_digits_.size() && by_digits_[i].digits == digits; ++i) {
            use(by_digits_[i].word);
        }
    }

    /// The rules without comments. The same rules always give the same bytes.
    std::string rules() const { return std::string(text_.begin(), text_.end()); }

private:
    static constexpr std::size_t mark_words = 32;
    struct Entry {
        std::string_view word, digits;  // parts of text_
    };
    static Status check(const RuleText& rules);
    void make_slots();
    std::string_view find_digits(std::string_view word) const noexcept;
    /// Whether the table may have the word, judged by some of its letters. Rejects most other words quickly.
    bool may_be_number(std::string_view word) const noexcept {
        if (word.size() < 2 || word.size() > max_rule_word_bytes) {
            return false;
        }
        const std::size_t mark = mark_of(word);
        return (marks_[mark / 64] >> mark % 64 & 1U) != 0;
    }
    /// The position of a word's bit in marks_. `word`: at least two bytes.
    static std::size_t mark_of(std::string_view word) noexcept {
        const auto first = static_cast<unsigned char>(word.front()), second = static_cast<unsigned char>(word[1]);
        return (first + std::size_t{37} * second + std::size_t{11} * static_cast<unsigned char>(word.back()) +
                5 * word.size()) %
               (64 * mark_words);
    }
    std::size_t first_of(std::string_view digits) const noexcept;

    std::vector<char> text_;                         // plain rules; moves with this object
    std::vector<Entry> entries_;                     // each word as written, then each without its plural ending
    std::vector<std::uint16_t> slots_;               // slots_of(entries_)
    std::array<std::uint64_t, mark_words> marks_{};  // the bits mark_of() of all words are set
    std::vector<Entry> by_digits_;
};

}  // namespace bizrec::text
