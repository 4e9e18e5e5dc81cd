#include "lmdb_builder/catalog/name_variants.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"

namespace bizrec::builder {
namespace {

std::string_view without_spaces(std::string_view text) {
    return trim(text, " ");
}

bool is_upper_or_digit(char c) {
    return is_upper(c) || is_digit(c);
}

/// Recognises codes such as "GB-YNM": two capitals, a hyphen, then capitals or digits.
bool is_code(std::string_view word) {
    return word.size() >= 4 && is_upper(word[0]) && is_upper(word[1]) && word[2] == '-' &&
           std::all_of(word.begin() + 3, word.end(), is_upper_or_digit);
}

std::string_view last_word(std::string_view text) {
    const std::size_t space = text.rfind(' ');
    return space == std::string_view::npos ? text : text.substr(space + 1);
}

/// A text split at its first pair of brackets.
struct Bracketed {
    std::string_view before, inside, after;
    bool found = false;
};

Bracketed split_brackets(std::string_view text, char open, char close) {
    const std::size_t begin = text.find(open);
    const std::size_t end = begin == std::string_view::npos ? begin : text.find(close, begin);
    if (end == std::string_view::npos) {
        return {};
    }
    return {without_spaces(text.substr(0, begin)), without_spaces(text.substr(begin + 1, end - begin - 1)),
            without_spaces(text.substr(end + 1)), true};
}

std::string joined(std::string_view first, std::string_view second) {
    std::string both(first);
    if (!first.empty() && !second.empty()) {
        both += ' ';
    }
    both += second;
    return both;
}

/// The text in brackets is a name if it has at least four bytes and does not begin with a lower-case ASCII letter:
/// "[city]" and "(stolitsa)" are no names. Other lower-case letters are allowed, because they also begin names:
/// "Saint-Siège (état de la cité du Vatican)".
bool is_name(std::string_view inside) {
    return inside.size() >= 4 && !is_lower(inside.front());
}

void add_name_in_brackets(std::string_view inside, std::vector<std::string>& out) {
    const std::string_view last = last_word(inside);
    if (is_code(last)) {
        inside = without_spaces(inside.substr(0, inside.size() - last.size()));
    }
    if (is_name(inside)) {
        out.emplace_back(inside);
    }
}

void add_without_brackets(std::string_view entry, char open, char close, std::vector<std::string>& out) {
    const Bracketed parts = split_brackets(entry, open, close);
    if (parts.found) {
        out.push_back(joined(parts.before, parts.after));
        add_name_in_brackets(parts.inside, out);
    }
}

void add_around_comma(std::string_view entry, std::vector<std::string>& out) {
    const std::size_t comma = entry.find(", ");
    if (comma == std::string_view::npos) {
        return;
    }
    const std::string_view name = without_spaces(entry.substr(0, comma));
    out.push_back(joined(without_spaces(entry.substr(comma + 2)), name));
    out.emplace_back(name);
}

void add_around_slash(std::string_view entry, std::vector<std::string>& out) {
    const std::size_t slash = entry.find(" / ");
    if (slash != std::string_view::npos) {
        out.emplace_back(without_spaces(entry.substr(0, slash)));
        out.emplace_back(without_spaces(entry.substr(slash + 3)));
    }
}

}  // namespace

std::vector<std::string> name_variants(std::string_view entry) {
    std::vector<std::string> variants;
    add_without_brackets(entry, '[', ']', variants);
    add_without_brackets(entry, '(', ')', variants);
    add_around_comma(entry, variants);
    add_around_slash(entry, variants);
    return variants;
}

std::vector<std::string> bracketed_codes(std::string_view entry) {
    const Bracketed parts = split_brackets(entry, '[', ']');
    const std::string_view last = last_word(parts.inside);
    if (!parts.found || !is_code(last)) {
        return {};
    }
    return {std::string(last)};
}

}  // namespace bizrec::builder
