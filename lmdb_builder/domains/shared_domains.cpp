#include "lmdb_builder/domains/shared_domains.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "lmdb_builder/domains/name_units.hpp"
#include "lmdb_builder/domains/trade_units.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t min_label_length = 3;

std::uint64_t count_names_with(const std::vector<std::string>& names, const std::string& label) {
    return static_cast<std::uint64_t>(std::count_if(names.begin(), names.end(), [&](const std::string& name) {
        return letters_and_digits(name).find(label) != std::string::npos;
    }));
}

std::vector<std::string> units_of_half(const std::vector<std::string>& names) {
    std::unordered_map<std::string, std::size_t> counts;
    for (const std::string& name : names) {
        for (std::string& unit : name_units(name)) {
            ++counts[std::move(unit)];
        }
    }
    std::vector<std::string> leading;
    for (const auto& [unit, count] : counts) {
        if (count * 2 >= names.size()) {
            leading.push_back(unit);
        }
    }
    std::sort(leading.begin(), leading.end());
    return leading;
}

bool is_distinctive(const std::string& unit, const NameEvidence& names, const UnitFrequencies& frequencies) {
    return !is_generic(unit, frequencies) && !is_function_word(unit) &&
           !std::binary_search(names.trade.begin(), names.trade.end(), unit);
}

/// Where every website is on a subdomain, those who bear the label are tenants who say where they are ("Conway Locally
/// Grown"): the business itself would be on its own host.
bool bears_own_label(const DomainEvidence& evidence, const NameEvidence& names, const UnitFrequencies& frequencies) {
    return names.with_label >= min_label_names && names.with_label * label_share_divisor >= names.compared &&
           (evidence.websites == 0 || evidence.own_host > 0) &&
           is_distinctive(domain_label(evidence.domain), names, frequencies);
}

}  // namespace

std::string_view class_name(DomainClass domain_class) noexcept {
    constexpr std::string_view names[] = {"few_names",   "one_brand", "many_stores", "home_page",
                                          "common_word", "own_label", "shared"};
    return names[static_cast<std::size_t>(domain_class)];
}

std::string domain_label(std::string_view domain) {
    return letters_and_digits(domain.substr(0, domain.find('.')));
}

NameEvidence compare_names(std::string_view domain, const std::vector<std::string>& names) {
    const std::string label = domain_label(domain);
    return {
        names.size(), label.size() < min_label_length ? 0 : count_names_with(names, label), units_of_half(names), {}};
}

bool is_generic(std::string_view unit, const UnitFrequencies& frequencies) {
    const std::uint64_t with = frequencies.domains_with(unit);
    const std::uint64_t others = with > 0 ? with - 1 : 0;
    return others > std::max(generic_min_domains, frequencies.domains() / generic_divisor);
}

DomainClass judge_by_counts(const DomainEvidence& evidence) noexcept {
    if (evidence.distinct_names < min_shared_names) {
        return DomainClass::few_names;
    }
    if (evidence.largest_brand * 2 >= evidence.records) {
        return DomainClass::one_brand;
    }
    if (evidence.records >= evidence.distinct_names * records_per_name) {
        return DomainClass::many_stores;
    }
    if (evidence.websites > 0 && evidence.home_pages * 2 >= evidence.websites) {
        return DomainClass::home_page;
    }
    return DomainClass::shared;
}

DomainClass judge_domain(const DomainEvidence& evidence, const NameEvidence& names,
                         const UnitFrequencies& frequencies) {
    const DomainClass by_counts = judge_by_counts(evidence);
    if (by_counts != DomainClass::shared) {
        return by_counts;
    }
    const bool common = std::any_of(names.leading.begin(), names.leading.end(),
                                    [&](const std::string& unit) { return is_distinctive(unit, names, frequencies); });
    if (common) {
        return DomainClass::common_word;
    }
    return bears_own_label(evidence, names, frequencies) ? DomainClass::own_label : DomainClass::shared;
}

}  // namespace bizrec::builder
