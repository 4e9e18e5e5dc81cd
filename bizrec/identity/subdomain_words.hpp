#pragma once

#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/base/rule_lines.hpp"

namespace bizrec::identity {

/// What subdomains of a platform's host mean or of a company's domain mean (rule file subdomains.txt). Views point into
/// the text that was read.
class SubdomainWords {
public:
    Status read(const RuleText& text);

    /// True for "", "www", "m", "de", "es-la", "ww", "mobile", …: subdomains that lead to the same site.
    bool is_neutral(std::string_view subdomain) const noexcept;
    /// The platform's own where a subdomain may be a handle: "help", "blog".
    bool is_company(std::string_view subdomain) const noexcept;
    /// Whether each label is one of these, or what companies call a part of theirs: "shop", "locations.uk".
    bool names_parts(std::string_view subdomain) const noexcept;

private:
    bool is_neutral_label(std::string_view label) const noexcept;

    std::vector<std::string_view> neutral_;  // in order
    std::vector<std::string_view> company_;  // in order
    std::vector<std::string_view> parts_;    // in order
};

}  // namespace bizrec::identity
