#include "lmdb_builder/catalog/name_variants.hpp"

#include <algorithm>

namespace bizrec::builder {
namespace {

std::string_view trim(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

bool is_upper_or_digit(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// "GB-YNM": two capitals, a hyphen, capitals and digits.
bool is_code(std::string_view word) {
    return word.size() >= 4 && word[2] == '-' && std::all_of(word.begin(), word.begin() + 2, is_upper_or_digit) &&
           std::all_of(word.begin() + 3, word.end(), is_upper_or_digit);
}

std::string_view last_word(std::string_view text) {
    const std::size_t space = text.rfind(' ');
    return space == std::string_view::npos ? text : text.substr(space + 1);
}

/// A text taken apart at its first pair of brackets.
struct Bracketed {
    std::string_view before, inside, after;
    bool found = false;
};

Bracketed take_apart(std::string_view text, char open, char close) {
    const std::size_t begin = text.find(open);
    const std::size_t end = begin == std::string_view::npos ? begin : text.find(close, begin);
    if (end == std::string_view::npos) {
        return {};
    }
    return {trim(text.substr(0, begin)), trim(text.substr(begin + 1, end - begin - 1)), trim(text.substr(end + 1)),
            true};
}

std::string joined(std::string_view first, std::string_view second) {
    std::string both(first);
    if (!first.empty() && !second.empty()) {
        both += ' ';
    }
    both += second;
    return both;
}

/// What stands in brackets is a name where it begins with a capital (of any script): "[city]" and "(stolitsa)" are not.
bool is_name(std::string_view inside) {
    return inside.size() >= 4 && !(inside.front() >= 'a' && inside.front() <= 'z');
}

void add_name_in_brackets(std::string_view inside, std::vector<std::string>& out) {
    const std::string_view last = last_word(inside);
    if (is_code(last)) {
        inside = trim(inside.substr(0, inside.size() - last.size()));
    }
    if (is_name(inside)) {
        out.emplace_back(inside);
    }
}

void add_without_brackets(std::string_view entry, char open, char close, std::vector<std::string>& out) {
    const Bracketed parts = take_apart(entry, open, close);
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
    const std::string_view name = trim(entry.substr(0, comma));
    out.push_back(joined(trim(entry.substr(comma + 2)), name));
    out.emplace_back(name);
}

void add_around_slash(std::string_view entry, std::vector<std::string>& out) {
    const std::size_t slash = entry.find(" / ");
    if (slash != std::string_view::npos) {
        out.emplace_back(trim(entry.substr(0, slash)));
        out.emplace_back(trim(entry.substr(slash + 3)));
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
    const Bracketed parts = take_apart(entry, '[', ']');
    const std::string_view last = last_word(parts.inside);
    if (!parts.found || !is_code(last)) {
        return {};
    }
    return {std::string(last)};
}

}  // namespace bizrec::builder
