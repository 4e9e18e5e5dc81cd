#include "bizrec/ledger/millicredits.hpp"

#include <algorithm>
#include <charconv>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/numbers.hpp"

namespace bizrec::ledger {
namespace {

constexpr Millicredits unit = 1000;
constexpr std::size_t max_decimals = 3;

/// The number; -1 if the text has anything but digits, is empty, or is too large.
std::int64_t digits_value(std::string_view text) noexcept {
    std::int64_t value = -1;
    const bool digits = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c); });
    return digits && read_whole_number(text, value) ? value : -1;
}

}  // namespace

std::optional<Millicredits> parse_credits(std::string_view text) noexcept {
    const bool negative = !text.empty() && text.front() == '-';
    text.remove_prefix(negative ? 1 : 0);
    const std::size_t point = text.find('.');
    const std::int64_t whole = digits_value(text.substr(0, point));
    if (whole < 0 || whole > max_millicredits / unit) {
        return std::nullopt;
    }
    Millicredits amount = whole * unit;
    if (point != text.npos) {
        const std::string_view decimals = text.substr(point + 1);
        std::int64_t part = digits_value(decimals);
        if (part < 0 || decimals.size() > max_decimals) {
            return std::nullopt;
        }
        for (std::size_t i = decimals.size(); i < max_decimals; ++i) {
            part *= 10;
        }
        amount += part;
    }
    if (amount > max_millicredits) {
        return std::nullopt;
    }
    return negative ? -amount : amount;
}

std::size_t write_credits(char* to, Millicredits amount) noexcept {
    char* at = to;
    if (amount < 0) {
        *at++ = '-';
    }
    const std::uint64_t size = amount < 0 ? 0 - static_cast<std::uint64_t>(amount) : static_cast<std::uint64_t>(amount);
    at = std::to_chars(at, to + max_credits_text, size / unit).ptr;
    std::uint64_t part = size % unit;
    if (part != 0) {
        *at++ = '.';
    }
    for (std::uint64_t place = unit / 10; part != 0; place /= 10) {
        *at++ = static_cast<char>('0' + part / place);
        part %= place;
    }
    return static_cast<std::size_t>(at - to);
}

void append_credits(std::string& out, Millicredits amount) {
    char text[max_credits_text];
    out.append(text, write_credits(text, amount));
}

std::string credits_text(Millicredits amount) {
    std::string text;
    append_credits(text, amount);
    return text;
}

}  // namespace bizrec::ledger
