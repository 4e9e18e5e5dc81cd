#pragma once

#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/base/rule_lines.hpp"

namespace bizrec::identity {

/// The meaning of subdomains of platforms and of companies (rule file subdomains.txt). Views point into the text that
/// was read.
class SubdomainWords {
public:
    Status read(const RuleText& text);

    /// True for "", "www", "m", "de", "es-la", "ww", "mobile", …: subdomains that lead to the same site.
    bool is_neutral(std::string_view subdomain) const noexcept;
    /// Whether the subdomain leads to the same page on another device: "m", "s", "sp", or a neutral label of
    /// subdomains.txt ("mobile"). Other labels of one or two letters may be a department or a state, whose pages
    /// differ.
    bool is_variant(std::string_view subdomain) const noexcept;
    /// Whether the subdomain belongs to the platform itself, on hosts whose subdomains may be handles: "help", "blog".
    bool is_company(std::string_view subdomain) const noexcept;
    /// Whether each label is neutral, or a word that companies use for their parts: "shop", "locations.uk".
    bool names_parts(std::string_view subdomain) const noexcept;

private:
    bool is_neutral_label(std::string_view label) const noexcept;

    std::vector<std::string_view> neutral_;  // sorted
    std::vector<std::string_view> company_;  // sorted
    std::vector<std::string_view> parts_;    // sorted
};

}  // namespace bizrec::identity
