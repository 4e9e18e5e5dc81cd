#include "lmdb_builder/command_line/option_values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/numbers.hpp"
#include "bizrec/text/visible.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

constexpr std::string_view unit_letters = "kmgtpe";

/// The number of bytes of a unit: 1 for "" and "b", 1024 for "k", "ki", "kb" and "kib", and so on up to "e". Case does
/// not matter. 0 for any other text.
double bytes_of_unit(std::string_view unit) noexcept {
    double bytes = 1;
    if (!unit.empty()) {
        const std::size_t power = unit_letters.find(lower(unit[0]));
        if (power != std::string_view::npos) {
            bytes = std::ldexp(1.0, static_cast<int>(10 * (power + 1)));
            unit.remove_prefix(1);
            if (!unit.empty() && lower(unit[0]) == 'i') {
                unit.remove_prefix(1);
            }
        }
    }
    return unit.empty() || (unit.size() == 1 && lower(unit[0]) == 'b') ? bytes : 0;
}

/// A size as a whole number, in the largest possible unit: "64k".
std::string short_size(std::uint64_t bytes) {
    std::size_t power = 0;
    while (bytes >= 1024 && bytes % 1024 == 0 && power < unit_letters.size()) {
        bytes /= 1024;
        ++power;
    }
    std::string text = std::to_string(bytes);
    if (power > 0) {
        text += power == 1 ? 'k' : upper(unit_letters[power - 1]);
    }
    return text;
}

/// The size in bytes, rounded down; exact below 2^53. Negative if `text` is no size.
double size_of(std::string_view text) noexcept {
    const char* const end = text.data() + text.size();
    double amount = 0;
    if (text.empty() || !is_digit(text[0])) {  // from_chars() would accept "inf"
        return -1;
    }
    const auto read = std::from_chars(text.data(), end, amount, std::chars_format::fixed);
    if (read.ec != std::errc()) {
        return -1;
    }
    std::string_view unit(read.ptr, static_cast<std::size_t>(end - read.ptr));
    unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
    const double bytes = bytes_of_unit(unit);
    return bytes > 0 ? std::floor(amount * bytes) : -1;
}

}  // namespace

std::string expected_got(std::string_view expected, std::string_view got) {
    return "expected " + std::string(expected) + "; got \"" + text::visible_start(got) + '"';
}

Result<std::uint64_t> read_size(std::string_view text, std::uint64_t least, std::uint64_t most) {
    const double bytes = size_of(text);
    if (bytes >= static_cast<double>(least) && bytes <= static_cast<double>(most)) {
        return static_cast<std::uint64_t>(bytes);
    }
    return Error{expected_got(
        "a size from " + short_size(least) + " to " + short_size(most) + ", as in 65536, 64k, 512M or 2G", text)};
}

Result<std::uint64_t> read_whole_number(std::string_view text, std::uint64_t least, std::uint64_t most) {
    std::uint64_t number = 0;
    if (bizrec::read_whole_number(text, number) && number >= least && number <= most) {
        return number;
    }
    return Error{expected_got("a whole number from " + with_separators(least) + " to " + with_separators(most), text)};
}

Result<char> read_delimiter(const std::string& text) {
    const std::string character = text == "tab" || text == "\\t" ? "\t" : text;
    if (character.size() != 1 || character == "\"" || character == "\r" || character == "\n") {
        return Error{expected_got("one character, or the word tab", text)};
    }
    return character[0];
}

std::string problem_of_file(const std::string& path) {
    std::error_code failed;
    const auto status = std::filesystem::status(path, failed);
    if (failed || !std::filesystem::exists(status)) {
        return "File does not exist: " + path;
    }
    return std::filesystem::is_directory(status) ? "File is actually a directory: " + path : "";
}

}  // namespace bizrec::builder
