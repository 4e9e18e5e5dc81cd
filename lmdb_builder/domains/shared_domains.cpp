#include "lmdb_builder/domains/shared_domains.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>

#include "bizrec/base/ascii.hpp"
#include "lmdb_builder/domains/name_units.hpp"
#include "lmdb_builder/domains/trade_units.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t min_label_length = 3;

bool is_several(NameSet names) noexcept {
    return (names & (names - 1)) != 0;
}

std::uint64_t count_names_with(const std::vector<std::string>& names, const std::string& label) {
    return static_cast<std::uint64_t>(std::count_if(names.begin(), names.end(), [&](const std::string& name) {
        return letters_and_digits(name).find(label) != std::string::npos;
    }));
}

std::string without_digits(std::string_view name) {
    std::string out = letters_and_digits(name);
    out.erase(std::remove_if(out.begin(), out.end(), is_digit), out.end());
    return out;
}

/// Whether the label is the initials of the name: "modesto junior college" and mjc.edu. Also tries without the words
/// that do not distinguish businesses ("college of the ozarks").
bool has_initials(std::string_view name, std::string_view label) {
    std::string all;
    std::string telling;
    for (std::size_t at = 0; at < name.size();) {
        const std::size_t end = std::min(name.find_first_of(" -/&,.", at), name.size());
        const std::string_view word = name.substr(at, end - at);
        if (!word.empty()) {
            all += word.front();
            telling += is_function_word(word) ? std::string() : std::string(1, word.front());
        }
        at = end + 1;
    }
    return all == label || telling == label;
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
    return !is_generic(unit, frequencies) && !is_general(unit) &&
           !std::binary_search(names.trade.begin(), names.trade.end(), unit);
}

/// Whether enough names contain the domain's label, and the label is distinctive. False if all websites are on
/// subdomains: then such names belong to tenants who name the platform ("Conway Locally Grown"), because the business
/// itself would use its own host.
bool bears_own_label(const DomainEvidence& evidence, const NameEvidence& names, const UnitFrequencies& frequencies) {
    return names.with_label >= min_label_names && names.with_label * label_share_divisor >= names.compared &&
           (evidence.websites == 0 || evidence.own_host > 0) &&
           is_distinctive(domain_label(evidence.domain), names, frequencies);
}

/// The name without the words that are numbers: "shop" for "shop #12". "" if no word is a number, as in "name12".
std::string without_number(std::string_view name) {
    std::string bare;
    bool has_number = false;
    for (std::size_t begin = 0; begin < name.size();) {
        const std::size_t end = std::min(name.find(' ', begin), name.size());
        const std::string word = letters_and_digits(name.substr(begin, end - begin));
        const bool is_number = all_digits(word);
        has_number = has_number || is_number;
        bare += is_number ? std::string() : word;
        begin = end + 1;
    }
    return has_number ? bare : std::string();
}

/// Whether at least half of the names differ only in a number: "Shop 12", "Shop 15".
bool are_numbered(const std::vector<std::string>& names) {
    std::map<std::string, std::size_t> alike;
    std::size_t most = 0;
    for (const std::string& name : names) {
        if (const std::string bare = without_number(name); !bare.empty()) {
            most = std::max(most, ++alike[bare]);
        }
    }
    return most * 2 >= names.size() && most > 1;
}

/// Whether all records are on subdomains that are names ("joes.builder.example"). False for an institution.
bool are_below_names(const DomainEvidence& evidence) noexcept {
    return evidence.below_name == evidence.records && evidence.records > 0 && !is_institution(evidence.domain);
}

/// Whether a few names belong together: each name is connected with all others, directly or through further names, by a
/// distinctive unit or by other data that both have. A name that has the domain's label, and the domain's home page,
/// also suffices.
bool agree(const DomainEvidence& evidence, const NameEvidence& names, const UnitFrequencies& frequencies) {
    std::vector<NameSet> sets = names.agreeing;
    for (std::size_t i = 0; i < names.holders.size(); ++i) {
        if (is_distinctive(names.leading[i], names, frequencies)) {
            sets.push_back(names.holders[i]);
        }
    }
    if (is_distinctive(domain_label(evidence.domain), names, frequencies)) {
        if (names.owners != 0) {
            return true;
        }
        sets.push_back(names.label_holders);
    }
    return connects_all(sets, names.compared);
}

}  // namespace

std::string_view class_name(DomainClass domain_class) noexcept {
    constexpr std::string_view names[] = {"tenant",    "few_names",   "one_brand", "institution", "many_stores",
                                          "home_page", "common_word", "own_label", "one_place",   "shared"};
    return names[static_cast<std::size_t>(domain_class)];
}

std::string domain_label(std::string_view domain) {
    return letters_and_digits(domain.substr(0, domain.find('.')));
}

NameEvidence compare_names(std::string_view domain, const std::vector<std::string>& names) {
    const std::string label = domain_label(domain);
    NameEvidence evidence;
    evidence.compared = names.size();
    evidence.with_label = label.size() < min_label_length ? 0 : count_names_with(names, label);
    evidence.leading = units_of_half(names);
    evidence.are_numbered = are_numbered(names);
    return evidence;
}

NameEvidence compare_few_names(std::string_view domain, const std::vector<NamedRecords>& names) {
    NameEvidence evidence;
    evidence.compared = names.size();
    const std::string label = domain_label(domain);
    std::map<std::string, NameSet> units;
    std::map<std::string, NameSet> alike;
    std::map<std::uint64_t, NameSet> marks;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto bit = static_cast<NameSet>(1U << i);
        for (const std::string& unit : name_units(names[i].name)) {
            units[unit] |= bit;
        }
        for (const std::uint64_t mark : names[i].marks) {
            marks[mark] |= bit;
        }
        if (const std::string bare = without_digits(names[i].name); !bare.empty()) {
            alike[bare] |= bit;
        }
        const bool bears =
            label.size() >= min_label_length &&
            (letters_and_digits(names[i].name).find(label) != std::string::npos || has_initials(names[i].name, label));
        evidence.with_label += bears ? 1 : 0;
        evidence.owners = static_cast<NameSet>(evidence.owners | (bears && names[i].gives_home ? bit : 0));
        evidence.label_holders = static_cast<NameSet>(evidence.label_holders | (bears ? bit : 0));
    }
    for (const auto& [unit, holders] : units) {
        if (is_several(holders)) {
            evidence.leading.push_back(unit);
            evidence.holders.push_back(holders);
        }
    }
    const auto agree = [&](const auto& sets) {
        for (const auto& [unused, holders] : sets) {
            if (is_several(holders)) {
                evidence.agreeing.push_back(holders);
            }
        }
    };
    agree(alike);
    agree(marks);
    return evidence;
}

bool has_customers(const DomainEvidence& evidence) noexcept {
    return evidence.strange_pages > 0 && !is_institution(evidence.domain);
}

bool connects_all(const std::vector<NameSet>& sets, std::size_t count) noexcept {
    const auto all = static_cast<NameSet>((1U << count) - 1);
    NameSet reached = 1;
    for (std::size_t round = 0; round < count; ++round) {
        for (const NameSet set : sets) {
            reached = static_cast<NameSet>(reached | ((set & reached) != 0 ? set : 0));
        }
    }
    return (reached & all) == all;
}

bool is_generic(std::string_view unit, const UnitFrequencies& frequencies) {
    const std::uint64_t with = frequencies.domains_with(unit);
    const std::uint64_t others = with > 0 ? with - 1 : 0;
    return others > std::max(generic_min_domains, frequencies.domains() / generic_divisor);
}

DomainClass class_by_counts(const DomainEvidence& evidence) noexcept {
    if (has_customers(evidence)) {
        return DomainClass::shared;
    }
    if (evidence.distinct_names < 2) {
        return are_below_names(evidence) ? DomainClass::tenant : DomainClass::few_names;
    }
    if (evidence.brands == evidence.records) {
        return DomainClass::one_brand;
    }
    if (is_institution(evidence.domain)) {
        return DomainClass::institution;
    }
    if (evidence.distinct_names < min_shared_names) {
        return DomainClass::shared;
    }
    const bool others_are_few = evidence.unbranded_names * unbranded_divisor <= evidence.distinct_names;
    if (evidence.largest_brand * 2 >= evidence.records && others_are_few) {
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

DomainClass classify_domain(const DomainEvidence& evidence, const NameEvidence& names,
                            const UnitFrequencies& frequencies) {
    const DomainClass by_counts = class_by_counts(evidence);
    if (by_counts != DomainClass::shared || has_customers(evidence)) {
        return by_counts;
    }
    // The names of unrelated tenants of a site builder may agree, too: the portals of two towns, two restaurants of one
    // prefecture.
    const bool may_be_tenants = are_below_names(evidence);
    const DomainClass in_place = may_be_tenants ? DomainClass::tenant : DomainClass::one_place;
    const DomainClass otherwise = evidence.is_in_one_place ? in_place : DomainClass::shared;
    if (evidence.distinct_names < min_shared_names) {
        const DomainClass agreed = may_be_tenants ? DomainClass::tenant : DomainClass::few_names;
        return agree(evidence, names, frequencies) ? agreed : otherwise;
    }
    const bool common = std::any_of(names.leading.begin(), names.leading.end(),
                                    [&](const std::string& unit) { return is_distinctive(unit, names, frequencies); });
    if (common || names.are_numbered) {
        return DomainClass::common_word;
    }
    return bears_own_label(evidence, names, frequencies) ? DomainClass::own_label : otherwise;
}

}  // namespace bizrec::builder
