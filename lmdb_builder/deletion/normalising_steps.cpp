#include "lmdb_builder/deletion/normalising_steps.hpp"

#include <unicode/locid.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <utility>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/utf8.hpp"

namespace bizrec::builder::steps {
namespace {

constexpr std::size_t zip_digits = 5;
constexpr std::size_t plus_four_digits = 4;

/// Keeps the characters for which `holds` is true. Removes invalid UTF-8.
template <class Holds>
void keep_if(std::string& text, Holds holds) {
    std::size_t kept = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = utf8_step(text, at);
        if (step.code_point >= 0 && holds(static_cast<UChar32>(step.code_point))) {
            text.replace(kept, step.bytes, text, at, step.bytes);  // never grows: kept <= at
            kept += step.bytes;
        }
        at += step.bytes;
    }
    text.resize(kept);
}

void no_white_space(std::string& text) {
    keep_if(text, [](UChar32 c) { return u_isUWhiteSpace(c) == 0 && c != 0x200B && c != 0xFEFF; });
}

void make_lower(std::string& text) {
    if (all_ascii(text)) {
        std::transform(text.begin(), text.end(), text.begin(), [](char c) { return bizrec::lower(c); });
        return;
    }
    auto wide = icu::UnicodeString::fromUTF8(text);
    wide.toLower(icu::Locale::getRoot());
    text.clear();
    wide.toUTF8String(text);
}

void digits(std::string& text) {
    text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return !is_digit(c); }), text.end());
}

void alphanumeric(std::string& text) {
    keep_if(text, [](UChar32 c) { return u_isalnum(c) != 0; });
}

/// Reads month/day/year and writes the digits of year, month and day: "7/4/1985" becomes "19850704". Other texts stay.
void year_first(std::string& text) {
    std::array<std::string, 3> parts;
    std::size_t part = 0;
    for (const char c : text) {
        if (c == '/' && part < 2) {
            ++part;
        } else if (is_digit(c)) {
            parts[part] += c;
        } else if (c != ' ') {
            return;
        }
    }
    const auto& [month, day, year] = parts;
    if (part != 2 || month.empty() || month.size() > 2 || day.empty() || day.size() > 2 || year.size() != 4) {
        return;
    }
    text = year + (month.size() == 1 ? "0" : "") + month + (day.size() == 1 ? "0" : "") + day;
}

void no_plus_four(std::string& text) {
    std::size_t at = text.find_first_not_of(' ');
    std::size_t count = 0;
    const std::size_t begin = std::min(at, text.size());
    for (; at < text.size() && is_digit(text[at]) && count < zip_digits; ++at, ++count) {
    }
    if (count != zip_digits) {
        return;
    }
    const std::size_t rest = text.find_first_not_of(" -", at);
    std::size_t more = 0;
    for (at = rest; at < text.size() && is_digit(text[at]); ++at, ++more) {
    }
    if (more == plus_four_digits && text.find_first_not_of(' ', at) == std::string::npos) {
        text = text.substr(begin, zip_digits);
    }
}

void no_leading_zeros(std::string& text) {
    text.erase(0, text.find_first_not_of('0'));
}

}  // namespace

Plain named(std::string_view name) noexcept {
    static constexpr std::array<std::pair<std::string_view, Plain>, 7> all = {{{"no-white-space", no_white_space},
                                                                               {"lower", make_lower},
                                                                               {"digits", digits},
                                                                               {"alphanumeric", alphanumeric},
                                                                               {"year-first", year_first},
                                                                               {"no-plus-four", no_plus_four},
                                                                               {"no-leading-zeros", no_leading_zeros}}};
    const auto* const found =
        std::find_if(all.begin(), all.end(), [name](const auto& one) { return one.first == name; });
    return found == all.end() ? nullptr : found->second;
}

void keep_first(std::string& text, std::size_t characters) {
    std::size_t end = 0;
    for (std::size_t count = 0; end < text.size() && count < characters; ++count) {
        end += utf8_step(text, end).bytes;
    }
    text.resize(end);
}

void keep_last(std::string& text, std::size_t characters) {
    std::size_t begin = text.size();
    for (std::size_t count = 0; begin > 0 && count < characters; ++count) {
        do {
            --begin;
        } while (begin > 0 && is_utf8_continuation(text[begin]));
    }
    text.erase(0, begin);
}

}  // namespace bizrec::builder::steps
