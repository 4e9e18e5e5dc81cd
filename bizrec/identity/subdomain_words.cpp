#include "bizrec/identity/subdomain_words.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/identity/host_suffixes.hpp"
#include "bizrec/identity/suffix_rule.hpp"

namespace bizrec::identity {

namespace {

constexpr std::size_t max_words = 4096;

}  // namespace

Status SubdomainWords::read(const RuleText& text) {
    RuleReader reader(text);
    while (reader.next()) {
        const RuleLine& rule = reader.rule();
        if (rule.size() != 2 || (rule[1] != "neutral" && rule[1] != "company" && rule[1] != "part"))
            return rule.error(R"(LABEL and "neutral", "company" or "part", as in "mobile neutral")");
        if (!is_host_name(rule[0]) || rule[0].find('.') != std::string_view::npos)
            return rule.error("one label of a host name in lower case", rule[0]);
        std::vector<std::string_view>& words = rule[1] == "neutral"   ? neutral_
                                               : rule[1] == "company" ? company_
                                                                      : parts_;
        const auto place = std::lower_bound(words.begin(), words.end(), rule[0]);
        if (place != words.end() && *place == rule[0])
            return rule.error("each label once", rule[0]);
        if (words.size() == max_words)
            return rule.error("at most " + std::to_string(max_words) + " labels");
        words.insert(place, rule[0]);
    }
    return reader.status();
}

bool SubdomainWords::is_neutral_label(std::string_view label) const noexcept {
    if (label.size() <= 2)  // "m", languages, countries
        return true;
    if (label.size() == 5 && label[2] == '-')  // "es-la", "pt-br"
        return is_letter(label[0]) && is_letter(label[1]) && is_letter(label[3]) && is_letter(label[4]);
    if (label == "http" || label == "https")
        return true;
    // "www" and its misspellings, also with a scheme glued to it: "wwww", "htwww", "httpswww".
    if (label.find_first_not_of("htpsw") == std::string_view::npos && ends_with(label, "ww"))
        return true;
    return std::binary_search(neutral_.begin(), neutral_.end(), label);
}

bool SubdomainWords::is_neutral(std::string_view subdomain) const noexcept {
    while (!subdomain.empty()) {
        const std::size_t dot = subdomain.find('.');
        if (!is_neutral_label(subdomain.substr(0, dot)))
            return false;
        subdomain = without_first_label(subdomain);
    }
    return true;
}

bool SubdomainWords::is_variant(std::string_view subdomain) const noexcept {
    return subdomain == "m" || subdomain == "s" || subdomain == "sp" ||
           (subdomain.size() > 2 && std::binary_search(neutral_.begin(), neutral_.end(), subdomain));
}

bool SubdomainWords::names_parts(std::string_view subdomain) const noexcept {
    while (!subdomain.empty()) {
        const std::string_view label = subdomain.substr(0, subdomain.find('.'));
        if (!is_neutral_label(label) && !is_company(label) && !std::binary_search(parts_.begin(), parts_.end(), label))
            return false;
        subdomain = without_first_label(subdomain);
    }
    return true;
}

bool SubdomainWords::is_company(std::string_view subdomain) const noexcept {
    return std::binary_search(company_.begin(), company_.end(), subdomain);
}

}  // namespace bizrec::identity
