#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Which domains are shared by strangers (decisions 4.9): booking sites, directories, site builders that the suffix
/// list does not know. The rule asks for a reason why all the names under a domain should be one business; where there
/// is none, they are strangers. Pure functions; docs/builder.md tells the rule in words.
namespace bizrec::builder {

inline constexpr std::uint64_t min_shared_names = 5;      ///< of fewer names, each must agree with another one
inline constexpr std::uint64_t records_per_name = 4;      ///< this many stores of each name: a group of chains
inline constexpr std::uint64_t min_label_names = 2;       ///< names that bear the domain's own label …
inline constexpr std::uint64_t label_share_divisor = 10;  ///< … and which part of all names they must be (a tenth)
inline constexpr std::uint64_t unbranded_divisor =
    4;  ///< more names without a brand than this part are strangers' names
inline constexpr std::uint64_t generic_min_domains = 3;  ///< a word used by more other domains than this …
inline constexpr std::uint64_t generic_divisor = 400;    ///< … and by more than this part of all domains is generic

/// Everything the rule knows of a domain.
struct DomainEvidence {
    std::string domain;                 ///< identity key, "example.com"
    std::uint64_t records = 0;          ///< records with this key
    std::uint64_t distinct_names = 0;   ///< different folded names
    std::uint64_t largest_brand = 0;    ///< records of the brand_id that most of them bear
    std::uint64_t websites = 0;         ///< records whose website_url (not only root_domain) is on the domain
    std::uint64_t home_pages = 0;       ///< of these, the ones that give its home page
    std::uint64_t own_host = 0;         ///< of these, the ones on the domain's own host, with www. or without
    std::uint64_t unbranded_names = 0;  ///< of distinct_names, the ones that a record without brand_id bears
    std::uint64_t below_name = 0;       ///< of websites, the ones on a subdomain that is a name: "joes", not "shop"
    std::uint64_t brands = 0;           ///< records that are a brand as such: a brand_id, and neither street nor city
    bool is_in_one_place = false;       ///< most names stand where chance would hardly bring them (domain_places.hpp)
};

/// Some of the fewer than min_shared_names names of a domain: bit i stands for the i-th.
using NameSet = std::uint8_t;

/// A name of a domain of few names, and what its records give next to it.
struct NamedRecords {
    std::string name;                  ///< folded
    std::vector<std::uint64_t> marks;  ///< hashes of telephone numbers, addresses, brands and home pages
    bool gives_home = false;           ///< a record of it gives the domain's home page
};

/// What a domain's names have in common.
struct NameEvidence {
    std::uint64_t compared = 0;        ///< distinct folded names that were looked at
    std::uint64_t with_label = 0;      ///< of these, the ones that hold the domain's own label
    std::vector<std::string> leading;  ///< units (see name_units) that at least half of them have, sorted
    std::vector<std::string> trade;    ///< of these and of the label, the ones that only name the trade, sorted
    bool are_numbered = false;         ///< of many names, at least half differ in a number alone
    // Of few names alone:
    std::vector<NameSet> holders = {};   ///< which names have each of `leading`, there the units of two names and more
    std::vector<NameSet> agreeing = {};  ///< names that agree whatever the units say
    NameSet label_holders = 0;           ///< names that bear the label, or whose first letters it is
    NameSet owners = 0;  ///< of label_holders, the ones that give the home page: the rest are parts of theirs
};

enum class DomainClass : std::uint8_t {
    tenant,       ///< one name, on subdomains that are names: other subdomains may be others'
    few_names,    ///< one business: fewer than min_shared_names, and they agree
    one_brand,    ///< one business: a brand_id holds for at least half of the records, or all are a group's brands
    institution,  ///< one business: a school, an authority or an army, by the domain's ending
    many_stores,  ///< one business, or a group: each name stands for several stores
    home_page,    ///< one business: at least half of the records give the domain itself as their website
    common_word,  ///< one business: at least half of the names have a distinctive word or two, or differ in digits
                  ///< alone
    own_label,    ///< one business: the domain's own label is in a tenth of the names, and not all are tenants
    one_place,    ///< one business: its houses are near each other
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

/// The same for fewer than min_shared_names names, which must be as many as `names`.
NameEvidence compare_few_names(std::string_view domain, const std::vector<NamedRecords>& names);

/// Whether sets that overlap connect all `count` names.
bool connects_all(const std::vector<NameSet>& sets, std::size_t count) noexcept;

/// In how many domains' names a unit occurs.
class UnitFrequencies {
public:
    virtual ~UnitFrequencies() = default;
    virtual std::uint64_t domains_with(std::string_view unit) const = 0;
    virtual std::uint64_t domains() const = 0;
};

/// True for words that say nothing of who it is ("museum", "farmers market"): many other domains use them.
bool is_generic(std::string_view unit, const UnitFrequencies& frequencies);

/// What can be said without the names; `shared` here means "not yet decided".
DomainClass judge_by_counts(const DomainEvidence& evidence) noexcept;

/// The whole rule. `frequencies` must know the leading units and the domain's label.
DomainClass judge_domain(const DomainEvidence& evidence, const NameEvidence& names, const UnitFrequencies& frequencies);

}  // namespace bizrec::builder
