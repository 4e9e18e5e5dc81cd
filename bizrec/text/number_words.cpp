#include "bizrec/text/number_words.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/rule_lines.hpp"
#include "bizrec/text/plural.hpp"

namespace bizrec::text {
namespace {

bool is_word_of_letters(std::string_view word) {
    return word.size() > 1 && is_folded_word(word) && std::none_of(word.begin(), word.end(), is_digit);
}

/// "7", "5th", "21st": digits, then perhaps the two letters of an ordinal.
bool is_number(std::string_view digits) noexcept {
    const auto letters = std::find_if_not(digits.begin(), digits.end(), is_digit);
    const std::string_view ending = digits.substr(static_cast<std::size_t>(letters - digits.begin()));
    constexpr std::string_view endings[] = {"", "st", "nd", "rd", "th"};
    return letters != digits.begin() && digits.size() <= max_rule_word_bytes &&
           std::find(std::begin(endings), std::end(endings), ending) != std::end(endings);
}

/// The word without the plural ending that the analyser cuts off: "sech" for "sechs". The word itself if the analyser
/// would also change a letter.
std::string_view without_plural(std::string_view word) {
    std::string folded(word);
    folded.resize(fold_plural(folded.data(), folded.size()));
    return word.substr(0, folded.size()) == folded ? word.substr(0, folded.size()) : word;
}

}  // namespace

Status NumberWords::check(const RuleText& rules) {
    std::set<std::string_view> seen;
    RuleReader reader(rules);
    while (reader.next()) {
        const RuleLine& rule = reader.rule();
        if (rule.size() != 2) {
            return rule.error("two words, as in \"seven 7\"");
        }
        if (!is_word_of_letters(rule[0])) {
            return rule.error("a word of 2 to 32 bytes in lower case, without accents, punctuation and digits",
                              rule[0]);
        }
        if (!is_number(rule[1])) {
            return rule.error("a number in digits, as in \"7\" or \"5th\"", rule[1]);
        }
        if (!seen.insert(rule[0]).second) {
            return rule.error("each word once", rule[0]);
        }
        if (seen.size() > max_rule_words) {
            return rule.error("at most " + std::to_string(max_rule_words) + " words");
        }
    }
    return reader.status();
}

Result<NumberWords> NumberWords::read(const RuleText& rules) {
    if (const Status status = check(rules); !status) {
        return status.error();
    }
    NumberWords numbers;
    const std::string plain = plain_rules(rules);
    numbers.text_.assign(plain.begin(), plain.end());
    const RuleText own{rules.name, {numbers.text_.data(), numbers.text_.size()}};
    for (RuleReader reader(own); reader.next();) {
        numbers.entries_.push_back({reader.rule()[0], reader.rule()[1]});
    }
    const std::vector<Entry> written = numbers.entries_;
    for (const Entry& entry : written) {
        numbers.entries_.push_back({without_plural(entry.word), entry.digits});
    }
    numbers.make_slots();
    numbers.by_digits_ = written;
    std::stable_sort(numbers.by_digits_.begin(), numbers.by_digits_.end(),
                     [](const Entry& a, const Entry& b) { return a.digits < b.digits; });
    return numbers;
}

const NumberWords& NumberWords::built_in() {
    static const NumberWords numbers = [] {
        auto read = NumberWords::read({"number_words.txt", built_in_rules("number_words")});
        return read ? std::move(read).value() : NumberWords();
    }();
    return numbers;
}

/// Fills slots_ and marks_ from entries_.
void NumberWords::make_slots() {
    slots_ = slots_of(entries_, &Entry::word);
    for (const Entry& entry : entries_) {
        const std::size_t mark = mark_of(entry.word);
        marks_[mark / 64] |= std::uint64_t{1} << mark % 64;
    }
}

std::string_view NumberWords::find_digits(std::string_view word) const noexcept {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = hash_of_rule_word(word) & mask; slots_[slot] != 0; slot = (slot + 1) & mask) {
        const Entry& entry = entries_[slots_[slot] - 1U];
        if (entry.word == word) {
            return entry.digits;
        }
    }
    return {};
}

std::size_t NumberWords::first_of(std::string_view digits) const noexcept {
    const auto found = std::lower_bound(by_digits_.begin(), by_digits_.end(), digits,
                                        [](const Entry& entry, std::string_view d) { return entry.digits < d; });
    return static_cast<std::size_t>(found - by_digits_.begin());
}

}  // namespace bizrec::text
