#include "bizrec/identity/suffix_rule.hpp"

#include "bizrec/base/ascii.hpp"

namespace bizrec::identity {

bool is_host_name(std::string_view text) noexcept {
    if (text.empty() || text.size() > 253)
        return false;
    std::size_t label = 0;
    for (char c : text) {
        if (c == '.') {
            if (label == 0)
                return false;
            label = 0;
        } else if ((!is_alnum(c) && c != '-' && c != '_') || is_upper(c) || ++label > 63) {
            return false;
        }
    }
    return label > 0;
}

std::optional<SuffixRule> read_ascii_rule(std::string_view text) {
    SuffixRule rule;
    rule.flags = rule_flag::plain;
    if (starts_with(text, "*.")) {
        rule.flags = rule_flag::wildcard;
        text.remove_prefix(2);
    } else if (starts_with(text, "!")) {
        rule.flags = rule_flag::exception;
        text.remove_prefix(1);
        if (text.find('.') == std::string_view::npos)
            return std::nullopt;  // an exception names a label below a wildcard, so it has at least two labels
    }
    if (!is_host_name(text))
        return std::nullopt;
    rule.name = text;
    return rule;
}

}  // namespace bizrec::identity
