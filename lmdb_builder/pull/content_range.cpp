#include "lmdb_builder/pull/content_range.hpp"

#include <algorithm>
#include <charconv>

#include "bizrec/base/ascii.hpp"

namespace bizrec::builder {
namespace {

/// Parses the digits at the beginning of `text` and removes them from it. Returns false if there are none.
bool take_digits(std::string_view& text, std::uint64_t& out) noexcept {
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), out);
    if (parsed.ec != std::errc()) {
        return false;
    }
    text.remove_prefix(static_cast<std::size_t>(parsed.ptr - text.data()));
    return true;
}

bool take(std::string_view& text, char c) noexcept {
    if (text.empty() || text.front() != c) {
        return false;
    }
    text.remove_prefix(1);
    return true;
}

}  // namespace

std::optional<ContentRange> parse_content_range(std::string_view value) noexcept {
    constexpr std::string_view unit = "bytes ";
    if (value.substr(0, unit.size()) != unit) {
        return std::nullopt;
    }
    value.remove_prefix(unit.size());
    ContentRange range;
    if (!take_digits(value, range.first) || !take(value, '-') || !take_digits(value, range.last) || !take(value, '/') ||
        range.last < range.first) {
        return std::nullopt;
    }
    if (value == "*") {
        return range;
    }
    const bool right = take_digits(value, range.size) && value.empty() && range.size > range.last;
    return right ? std::optional<ContentRange>(range) : std::nullopt;
}

std::string header_value(std::string_view line, std::string_view name) {
    const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b; };
    if (line.size() <= name.size() || line[name.size()] != ':' ||
        !std::equal(name.begin(), name.end(), line.begin(), [&](char b, char a) { return same(a, b); })) {
        return {};
    }
    line.remove_prefix(name.size() + 1);
    while (!line.empty() && is_json_space(line.front())) {
        line.remove_prefix(1);
    }
    while (!line.empty() && is_json_space(line.back())) {
        line.remove_suffix(1);
    }
    return std::string(line);
}

}  // namespace bizrec::builder
