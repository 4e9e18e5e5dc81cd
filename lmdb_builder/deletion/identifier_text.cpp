#include "lmdb_builder/deletion/identifier_text.hpp"

#include "bizrec/base/ascii.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t max_phone_bytes = 40;
constexpr std::size_t min_digits = 7;  // fewer digits match too many numbers
constexpr std::size_t max_digits = 15;

constexpr ByteSet local_characters = ByteSet::where([](char c) {
    constexpr std::string_view others = ".!#$%&'*+/=?^_`{|}~-";
    return is_alnum(c) || !is_ascii(c) || others.find(c) != std::string_view::npos;
});
constexpr ByteSet domain_characters =
    ByteSet::where([](char c) { return is_alnum(c) || !is_ascii(c) || c == '.' || c == '-'; });
constexpr ByteSet between_digits(" +-()./\t:telxTELX");

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
