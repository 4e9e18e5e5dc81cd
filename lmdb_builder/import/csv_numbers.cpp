#include "lmdb_builder/import/csv_numbers.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"

namespace bizrec::builder {
namespace {

std::string_view without_sign(std::string_view text) noexcept {
    return text.substr(!text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0);
}

bool is_of_digits_and(std::string_view text, std::string_view others) noexcept {
    return !text.empty() && std::all_of(text.begin(), text.end(), [others](char c) {
        return is_digit(c) || others.find(c) != std::string_view::npos;
    });
}

/// Whether `sign` may separate thousands in `text`: "1,234", "12,345,678".
bool may_part_thousands(std::string_view text, char sign) noexcept {
    std::size_t group = text.find(sign);
    if (group == 0 || group > 3 || text[0] == '0') {
        return false;
    }
    while (group != std::string_view::npos) {
        const std::size_t next = text.find(sign, group + 1);
        if (std::min(next, text.size()) - group != 4) {
            return false;
        }
        group = next;
    }
    return true;
}

/// The decimal sign of one cell; unknown if the cell is no number, has neither comma nor point, or has one that may
/// also separate thousands.
Decimal decimal_of(std::string_view cell, bool is_degrees) noexcept {
    const std::string_view text = without_sign(trim_blanks(cell));
    const std::size_t comma = text.rfind(','), point = text.rfind('.');
    constexpr std::size_t none = std::string_view::npos;
    if (!is_of_digits_and(text, ",.") || (comma == none && point == none)) {
        return Decimal::unknown;
    }
    if (comma != none && point != none) {
        return comma > point ? Decimal::comma : Decimal::point;
    }
    const char sign = comma != none ? ',' : '.';
    if (std::count(text.begin(), text.end(), sign) > 1 || (!is_degrees && may_part_thousands(text, sign))) {
        return Decimal::unknown;
    }
    return sign == ',' ? Decimal::comma : Decimal::point;
}

}  // namespace

Decimal decimal_of_column(const CsvSample& sample, std::size_t column, bool is_degrees) {
    bool has_comma = false;
    for (std::size_t row = 1; row < sample.size(); ++row) {
        const Decimal decimal =
            column < sample[row].size() ? decimal_of(sample[row][column], is_degrees) : Decimal::unknown;
        if (decimal == Decimal::point) {
            return Decimal::point;
        }
        has_comma = has_comma || decimal == Decimal::comma;
    }
    return has_comma ? Decimal::comma : Decimal::point;
}

std::string with_point(std::string_view text, Decimal decimal) {
    std::string number(text);
    if (decimal != Decimal::comma || std::count(text.begin(), text.end(), ',') > 1 ||
        !is_of_digits_and(without_sign(text), ",.")) {
        return number;
    }
    const std::size_t comma = std::min(number.find(','), number.size());
    const std::string_view thousands = without_sign(text.substr(0, comma));
    if (number.find('.', comma) != std::string::npos ||
        (thousands.find('.') != std::string_view::npos && !may_part_thousands(thousands, '.'))) {
        return number;
    }
    number.erase(std::remove(number.begin(), number.end(), '.'), number.end());
    std::replace(number.begin(), number.end(), ',', '.');
    return number;
}

}  // namespace bizrec::builder
