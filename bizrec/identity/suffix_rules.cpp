#include "bizrec/identity/suffix_rules.hpp"

#include <optional>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/byte_order_mark.hpp"
#include "bizrec/identity/idna.hpp"

namespace bizrec::identity {

namespace {

/// Returns the first word of a line: "each line is only read up to the first whitespace" (publicsuffix.org/list).
std::string_view first_word(std::string_view line) noexcept {
    std::size_t begin = 0;
    while (begin < line.size() && is_blank(line[begin]))
        ++begin;
    std::size_t end = begin;
    while (end < line.size() && !is_blank(line[end]))
        ++end;
    return line.substr(begin, end - begin);
}

std::optional<SuffixRule> read_rule(std::string_view word) {
    std::string text(word);
    lower_in_place(text);
    const std::string_view mark = starts_with(text, "*.") ? "*." : starts_with(text, "!") ? "!" : "";
    bool ascii = true;
    for (char c : text)
        ascii = ascii && is_ascii(c);
    if (!ascii) {
        std::string labels;
        if (!domain_to_ascii(std::string_view(text).substr(mark.size()), labels))
            return std::nullopt;
        text = std::string(mark) + labels;
    }
    return read_ascii_rule(text);
}

/// Calls line(number, text) for each line until a call returns an error.
template <class Line>
Status for_each_line(std::string_view text, Line&& line) {
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = text.find('\n');
        if (Status status = line(number, text.substr(0, end)); !status)
            return status;
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return ok();
}

Status add_rule(std::string_view list, std::size_t number, std::string_view word, bool is_private,
                std::vector<SuffixRule>& rules) {
    auto rule = read_rule(word);
    if (!rule)
        return Error{std::string(list) + ", line " + std::to_string(number) +
                     ": expected a rule like \"co.uk\", \"*.ck\" or \"!www.ck\", found \"" +
                     std::string(word.substr(0, 80)) + "\""};
    if (is_private)
        rule->flags = static_cast<std::uint8_t>(rule->flags << rule_flag::private_shift);
    rules.push_back(std::move(*rule));
    return ok();
}

Status read_public_list(std::string_view text, std::vector<SuffixRule>& rules) {
    bool is_private = false;
    return for_each_line(text, [&](std::size_t number, std::string_view line) -> Status {
        if (line.find("===BEGIN PRIVATE DOMAINS===") != std::string_view::npos)
            is_private = true;
        if (line.find("===BEGIN ICANN DOMAINS===") != std::string_view::npos)
            is_private = false;
        const std::string_view word = first_word(line);
        if (word.empty() || starts_with(word, "//"))
            return ok();
        return add_rule("public suffix list", number, word, is_private, rules);
    });
}

Status read_extra_list(std::string_view text, std::vector<SuffixRule>& rules) {
    bool is_private = true;
    return for_each_line(text, [&](std::size_t number, std::string_view line) -> Status {
        if (starts_with(line, "#"))
            is_private = !starts_with(line, "# suffixes of registries");
        const std::string_view word = first_word(line);
        if (word.empty() || starts_with(word, "#"))
            return ok();
        return add_rule("extra suffix list", number, word, is_private, rules);
    });
}

}  // namespace

Result<std::vector<SuffixRule>> read_suffix_rules(std::string_view public_suffix_dat, std::string_view extra) {
    std::vector<SuffixRule> rules;
    rules.reserve(16384);
    if (has_byte_order_mark(public_suffix_dat))
        public_suffix_dat.remove_prefix(byte_order_mark.size());
    if (Status status = read_public_list(public_suffix_dat, rules); !status)
        return status.error();
    if (rules.empty())
        return Error{"public suffix list: expected rules, found none"};
    if (Status status = read_extra_list(extra, rules); !status)
        return status.error();
    return rules;
}

}  // namespace bizrec::identity
