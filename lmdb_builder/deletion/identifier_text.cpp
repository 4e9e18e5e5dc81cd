#include "lmdb_builder/deletion/identifier_text.hpp"

#include "bizrec/base/ascii.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t max_phone_bytes = 40;
constexpr std::size_t min_digits = 7;  // a number with fewer digits is seldom a telephone number
constexpr std::size_t max_digits = 15;

constexpr ByteSet local_characters = ByteSet::where([](char c) {
    constexpr std::string_view others = ".!#$%&'*+/=?^_`{|}~-";
    return is_alnum(c) || !is_ascii(c) || others.find(c) != std::string_view::npos;
});
constexpr ByteSet domain_characters =
    ByteSet::where([](char c) { return is_alnum(c) || !is_ascii(c) || c == '.' || c == '-'; });
constexpr ByteSet between_digits(" +-()./\t:telxTELX");
constexpr std::string_view extension_words[] = {"extension", "ext", "x", "#"};
constexpr ByteSet before_extension_word(" \t,;(-");
constexpr ByteSet after_extension_word(" \t.:=");

template <class Is>
std::string_view without_end(std::string_view text, Is is) noexcept {
    while (!text.empty() && is(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

}  // namespace

std::string_view address_at(std::string_view text, std::size_t at) noexcept {
    std::size_t begin = at;
    while (begin > 0 && local_characters.has(text[begin - 1])) {
        --begin;
    }
    while (begin < at && (text[begin] == '.' || text[begin] == '\'')) {
        ++begin;
    }
    std::size_t end = at + 1;
    while (end < text.size() && domain_characters.has(text[end])) {
        ++end;
    }
    while (end > at + 1 && (text[end - 1] == '.' || text[end - 1] == '-')) {
        --end;
    }
    return begin == at || end == at + 1 ? std::string_view() : text.substr(begin, end - begin);
}

bool may_be_phone(std::string_view text) noexcept {
    if (text.size() < min_digits || text.size() > max_phone_bytes) {
        return false;
    }
    std::size_t digits = 0;
    for (const char c : text) {
        if (is_digit(c)) {
            ++digits;
        } else if (!between_digits.has(c)) {
            return false;
        }
    }
    return digits >= min_digits && digits <= max_digits;
}

std::string_view without_extension(std::string_view text) noexcept {
    const std::string_view to_digits = without_end(text, [](char c) { return is_blank(c) || c == ')'; });
    const std::string_view to_word = without_end(to_digits, is_digit);
    if (to_word.size() == to_digits.size()) {
        return text;
    }
    const std::string_view worded = without_end(to_word, [](char c) { return after_extension_word.has(c); });
    for (const std::string_view word : extension_words) {
        if (worded.size() >= word.size() && equals_ignoring_case(worded.substr(worded.size() - word.size()), word)) {
            const std::string_view number = without_end(worded.substr(0, worded.size() - word.size()),
                                                        [](char c) { return before_extension_word.has(c); });
            return may_be_phone(number) ? number : text;
        }
    }
    return text;
}

bool is_written_as_phone(std::string_view text) noexcept {
    text = trim_blanks(text);
    return !text.empty() && (text.front() == '+' || text.front() == '(' || starts_with_ignoring_case(text, "tel:"));
}

NameParts split_name(std::string_view full) noexcept {
    full = trim_blanks(full);
    const std::size_t comma = full.find(',');
    if (comma != std::string_view::npos) {
        const std::string_view rest = trim_blanks(full.substr(comma + 1));
        return {rest.substr(0, rest.find(' ')), trim_blanks(full.substr(0, comma))};
    }
    const std::size_t first = full.find(' ');
    const std::size_t last = full.rfind(' ');
    return first == std::string_view::npos ? NameParts{} : NameParts{full.substr(0, first), full.substr(last + 1)};
}

}  // namespace bizrec::builder
