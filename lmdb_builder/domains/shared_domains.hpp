#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Decides which domains unrelated businesses share: booking sites, directories, and site builders that the suffix list
/// does not know. The rule looks for a reason why all names under a domain should be one business. Without a reason,
/// they are unrelated. These are pure functions; docs/builder.md describes the rule.
namespace bizrec::builder {

inline constexpr std::uint64_t min_shared_names = 5;  ///< with fewer names, all of them must agree
/// If a domain has this many records for each of its names, on average, its names are taken for chains.
inline constexpr std::uint64_t records_per_name = 4;
/// The class own_label needs at least this many names with the domain's label.
inline constexpr std::uint64_t min_label_names = 2;
/// The class own_label needs at least this share of names with the domain's label (a tenth).
inline constexpr std::uint64_t label_share_divisor = 10;
/// The class one_brand allows at most this share of names without a brand (a quarter).
inline constexpr std::uint64_t unbranded_divisor = 4;
/// A generic unit is in names of more than this number of other domains.
inline constexpr std::uint64_t generic_min_domains = 3;
/// A generic unit is in names of more than this share of all domains (1/400).
inline constexpr std::uint64_t generic_divisor = 400;

/// All evidence about a domain.
struct DomainEvidence {
    std::string domain;                 ///< identity key, "example.com"
    std::uint64_t records = 0;          ///< records with this key
    std::uint64_t distinct_names = 0;   ///< different folded names
    std::uint64_t largest_brand = 0;    ///< records of the most frequent brand_id
    std::uint64_t websites = 0;         ///< records whose website_url (not only root_domain) is on the domain
    std::uint64_t home_pages = 0;       ///< of `websites`: those with the domain's home page
    std::uint64_t own_host = 0;         ///< of `websites`: those on the domain's own host, with or without www.
    std::uint64_t unbranded_names = 0;  ///< of `distinct_names`: those with a record that has no brand_id
    std::uint64_t below_name = 0;       ///< of `websites`: those on a subdomain that is a name: "joes", not "shop"
    std::uint64_t strange_pages =
        0;                     ///< of `websites`: those with is_page_of_stranger, without the pages of a brand itself
    std::uint64_t brands = 0;  ///< records of a brand itself: a brand_id, and neither street nor city
    bool is_in_one_place = false;  ///< most names share a place, which chance does not explain (domain_places.hpp)
};

/// Some of the names of a domain that has fewer than min_shared_names: bit i stands for name i.
using NameSet = std::uint8_t;

/// A name of a domain with few names, and data of the records with this name.
struct NamedRecords {
    std::string name;                  ///< folded
    std::vector<std::uint64_t> marks;  ///< hashes of their telephone numbers, streets, brands and home page
    bool gives_home = false;           ///< a record with this name gives the domain's home page
};

/// The common features of a domain's names.
struct NameEvidence {
    std::uint64_t compared = 0;  ///< compared distinct folded names
    /// Names that contain the label; for few names, also those whose initials are the label.
    std::uint64_t with_label = 0;
    /// The units (name_units()) that at least half of the names have; if there are few names, that two or more have.
    /// Sorted.
    std::vector<std::string> leading;
    std::vector<std::string> trade;  ///< units in `leading`, or the label, that only name the trade; sorted
    bool are_numbered = false;       ///< for many names: at least half differ only in a number
    // Only for few names:
    /// for each unit of `leading`: the names that have it
    std::vector<NameSet> holders = {};
    std::vector<NameSet> agreeing = {};  ///< sets of names that agree in something other than a unit
    NameSet label_holders = 0;           ///< names that contain the label, or whose initials are the label
    NameSet owners = 0;  ///< names of label_holders with the home page; other names are then parts of that business
};

enum class DomainClass : std::uint8_t {
    /// one name, or names that agree, on subdomains that are names: other subdomains may belong to other businesses
    tenant,
    few_names,  ///< one business: fewer than min_shared_names names, and they agree
    one_brand,  ///< one business: the same brand_id is in at least half of the records, or all are brands of one group
    institution,  ///< one business: a school, an authority or an army, by the domain's ending
    many_stores,  ///< one business, or a group: each name has several stores
    home_page,    ///< one business: at least half of the websites on the domain are its home page
    common_word,  ///< one business: at least half of the names share a distinctive unit, or differ only in a number
    own_label,    ///< one business: a tenth of the names contain the domain's label, and not all are tenants
    one_place,    ///< one business: its branches are near each other
    shared,       ///< unrelated businesses
};
std::string_view class_name(DomainClass domain_class) noexcept;

/// The units by which names are compared: words of two or more letters, pairs of neighbouring words, and pairs of
/// neighbouring characters in scripts without spaces (except pairs that end in 店, the word for a branch). Sorted, each
/// once.
std::vector<std::string> name_units(std::string_view folded_name);

/// The letters and digits of the domain's leftmost label: "paul-mitchell.edu" -> "paulmitchell".
std::string domain_label(std::string_view domain);

/// `names`: the distinct folded names of the domain, or a fair sample of them.
NameEvidence compare_names(std::string_view domain, const std::vector<std::string>& names);

/// Like compare_names(), for a domain with fewer than min_shared_names names. `names` must contain all of them.
NameEvidence compare_few_names(std::string_view domain, const std::vector<NamedRecords>& names);

/// Whether the rules for links say that other people have pages on the domain, because it is a listing or a portal. If
/// so, the records of such pages never belong to the domain, even if they are few or have similar names. False for a
/// school, an authority or an army, whose pages are its own.
bool has_customers(const DomainEvidence& evidence) noexcept;

/// Whether the sets connect all `count` names, if overlapping sets are joined.
bool connects_all(const std::vector<NameSet>& sets, std::size_t count) noexcept;

/// For each unit, the number of domains with a name that contains it; and the number of all domains.
class UnitFrequencies {
public:
    virtual ~UnitFrequencies() = default;
    virtual std::uint64_t domains_with(std::string_view unit) const = 0;
    virtual std::uint64_t domains() const = 0;
};

/// True for words that do not identify a business ("museum", "farmers market"), because many other domains use them.
bool is_generic(std::string_view unit, const UnitFrequencies& frequencies);

/// The decision by counts alone, without comparing names. Here `shared` means "not yet decided".
DomainClass class_by_counts(const DomainEvidence& evidence) noexcept;

/// The whole rule. `frequencies` must know the frequencies of the leading units and of the domain's label.
DomainClass classify_domain(const DomainEvidence& evidence, const NameEvidence& names,
                            const UnitFrequencies& frequencies);

/// Whether a registrable domain ends with a suffix that is reserved for schools, authorities and armies ("yale.edu",
/// "nps.gov", "ox.ac.uk", "bartshealth.nhs.uk"). Such a domain has one owner, who rents no names below it to others.
/// False for the domain of a whole American state ("in.gov"), whose agencies and towns have names below it.
/// Defined in institution.cpp.
bool is_institution(std::string_view domain) noexcept;

}  // namespace bizrec::builder
