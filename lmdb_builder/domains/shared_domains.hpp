#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Which domains are shared by strangers (decisions 4.9): booking sites, directories, site builders that the suffix
/// list does not know. The rule asks for a reason why all the names under a domain should be one business; where there
/// is none, they are strangers. Pure functions; docs/builder.md tells the rule in words.
namespace bizrec::builder {

inline constexpr std::uint64_t min_shared_names = 5;      ///< fewer names are a company and its departments
inline constexpr std::uint64_t records_per_name = 4;      ///< this many stores of each name: a group of chains
inline constexpr std::uint64_t min_label_names = 2;       ///< names that bear the domain's own label …
inline constexpr std::uint64_t label_share_divisor = 10;  ///< … and which part of all names they must be (a tenth)
inline constexpr std::uint64_t generic_min_domains = 3;   ///< a word used by more other domains than this …
inline constexpr std::uint64_t generic_divisor = 400;     ///< … and by more than this part of all domains is generic

/// Everything the rule knows of a domain.
struct DomainEvidence {
    std::string domain;                ///< identity key, "example.com"
    std::uint64_t records = 0;         ///< records with this key
    std::uint64_t distinct_names = 0;  ///< different folded names
    std::uint64_t largest_brand = 0;   ///< records of the brand_id that most of them bear
    std::uint64_t websites = 0;        ///< records whose website_url (not only root_domain) is on the domain
    std::uint64_t home_pages = 0;      ///< of these, the ones that give its home page
    std::uint64_t own_host = 0;        ///< of these, the ones on the domain's own host, with www. or without
};

/// What a domain's names have in common.
struct NameEvidence {
    std::uint64_t compared = 0;        ///< distinct folded names that were looked at
    std::uint64_t with_label = 0;      ///< of these, the ones that hold the domain's own label
    std::vector<std::string> leading;  ///< units (see name_units) that at least half of them have, sorted
    std::vector<std::string> trade;    ///< of these and of the label, the ones that only name the trade, sorted
};

enum class DomainClass : std::uint8_t {
    few_names,    ///< one business: fewer than min_shared_names
    one_brand,    ///< one business: a brand_id holds for at least half of the records
    many_stores,  ///< one business, or a group: each name stands for several stores
    home_page,    ///< one business: at least half of the records give the domain itself as their website
    common_word,  ///< one business: a distinctive word, or pair of words, is in at least half of the names
    own_label,    ///< one business: the domain's own label is in a tenth of the names, and not all are tenants
    shared,       ///< strangers
};
std::string_view class_name(DomainClass domain_class) noexcept;

/// The units by which names are compared: words of two letters and more, pairs of neighbouring words, and pairs of
/// neighbouring characters in scripts without spaces (but for those that end in 店, the word for a branch). Each once,
/// sorted.
std::vector<std::string> name_units(std::string_view folded_name);

/// Letters and digits of the domain's leftmost label: "paul-mitchell.edu" -> "paulmitchell".
std::string domain_label(std::string_view domain);

/// `names`: the distinct folded names of the domain, or a fair sample of them.
NameEvidence compare_names(std::string_view domain, const std::vector<std::string>& names);

/// In how many domains' names a unit occurs.
class UnitFrequencies {
public:
    virtual ~UnitFrequencies() = default;
    virtual std::uint64_t domains_with(std::string_view unit) const = 0;
    virtual std::uint64_t domains() const = 0;
};

/// True for words that say nothing of who it is ("museum", "farmers market"): many other domains use them.
bool is_generic(std::string_view unit, const UnitFrequencies& frequencies);

/// What can be said without the frequencies; `shared` here means "not yet decided".
DomainClass judge_by_counts(const DomainEvidence& evidence) noexcept;

/// The whole rule. `frequencies` must know the leading units and the domain's label.
DomainClass judge_domain(const DomainEvidence& evidence, const NameEvidence& names, const UnitFrequencies& frequencies);

}  // namespace bizrec::builder
