#include "bizrec/api/operator_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "bizrec/api/header_text.hpp"
#include "bizrec/base/ascii.hpp"

namespace bizrec::api {
namespace {

bool is_letter_or_digit(char c) noexcept {
    return is_alnum(c) || !is_ascii(c);
}

/// Size of a quotation mark at `at`; 0 if there is none. A typographic mark has three bytes.
std::size_t quote_at(std::string_view text, std::size_t at) noexcept {
    if (at >= text.size()) {
        return 0;
    }
    const std::string_view mark = text.substr(at, 3);
    return text[at] == '"' ? 1 : mark == "\u201C" || mark == "\u201D" ? mark.size() : 0;
}

/// Length of a phrase that begins at `at`, including its quotes. The phrase ends with a quote that no letter or digit
/// follows. 0 if no phrase begins there.
std::size_t phrase_length(std::string_view text, std::size_t at) noexcept {
    const std::size_t open = quote_at(text, at);
    if (open == 0) {
        return 0;
    }
    for (std::size_t end = at + open + 1; end < text.size(); ++end) {
        const std::size_t close = quote_at(text, end);
        if (close > 0 && (end + close == text.size() || !is_letter_or_digit(text[end + close]))) {
            return end + close - at;
        }
    }
    return 0;
}

/// Whether a word is "-word", "+word" or "word*". "+1 555" and "-5" are numbers.
bool is_marked(std::string_view word) noexcept {
    if (word.size() < 2) {
        return false;
    }
    const bool starts = (word[0] == '-' || word[0] == '+') && is_letter_or_digit(word[1]) && !is_digit(word[1]);
    return starts || (word.back() == '*' && is_letter_or_digit(word[word.size() - 2]));
}

/// Whether a word is an operator between words: AND, OR, "|", "||", "&&", or NOT before a word. In a text of capitals
/// only (`shouts`), AND, OR and NOT are ordinary words: "SALT AND PEPPER". In "Portland, OR" and "OR 97201", OR is a
/// state.
bool is_connective(std::string_view word, std::string_view before, std::string_view after, bool shouts) noexcept {
    if (after.empty() || !is_letter_or_digit(after[0]) || is_digit(after[0])) {
        return false;
    }
    if (word == "NOT") {
        return !shouts;
    }
    const bool is_name = word == "AND" || word == "OR";
    return !before.empty() && before.back() != ',' &&
           ((is_name && !shouts) || word == "|" || word == "||" || word == "&&");
}

/// Classes of bytes. A text without a mark and without two adjacent capitals has no operator.
enum ByteClass : unsigned char { other = 0, capital = 1, mark = 2 };
constexpr auto byte_classes = [] {
    std::array<unsigned char, 256> classes{};
    for (std::size_t byte = 0; byte < classes.size(); ++byte) {
        const char c = static_cast<char>(byte);
        const bool is_mark = !is_ascii(c) || std::string_view("\"-+*|&").find(c) != std::string_view::npos;
        classes[byte] = is_mark ? mark : is_upper(c) ? capital : other;
    }
    return classes;
}();

/// A quick test, false for most texts. If false, the text has no operator.
bool may_have_operators(std::string_view text) noexcept {
    unsigned char before = 0;
    for (const char c : text) {
        const unsigned char now = byte_classes[static_cast<unsigned char>(c)];
        if ((now & (before | mark)) != 0) {
            return true;
        }
        before = now;
    }
    return false;
}

std::string_view next_word(std::string_view text, std::size_t& at) noexcept {
    while (at < text.size() && is_blank(text[at])) {
        ++at;
    }
    const std::size_t begin = at;
    while (at < text.size() && !is_blank(text[at])) {
        ++at;
    }
    return text.substr(begin, at - begin);
}

}  // namespace

bool note_operator_words(std::string_view text, std::vector<std::string>& names) {
    if (!may_have_operators(text)) {
        return false;
    }
    bool has_alternatives = false;
    const bool shouts = std::none_of(text.begin(), text.end(), [](char c) { return is_letter(c) && !is_upper(c); });
    std::string_view before;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view word = next_word(text, at);
        const auto begin = static_cast<std::size_t>(word.data() - text.data());
        std::size_t ahead = at;
        if (const std::size_t length = word.empty() ? 0 : phrase_length(text, begin); length > 0) {
            at = begin + length;
            add_header_name(names, header_name(text.substr(begin, length)));
        } else if (is_marked(word) || is_connective(word, before, next_word(text, ahead), shouts)) {
            add_header_name(names, header_name(word));
            has_alternatives = has_alternatives || word == "OR" || word == "|" || word == "||";
        }
        before = word;
    }
    return has_alternatives;
}

}  // namespace bizrec::api
