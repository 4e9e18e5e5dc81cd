#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"

namespace bizrec::generator {

struct SocialLink {
    std::string platform;
    std::string url;
};

/// One record of the brand list: the brand in one country, or in the whole world.
struct BrandEntry {
    std::string country;  ///< alpha-2; "" for the whole world
    std::string name;
    std::string root_domain;
    std::string website;
    std::vector<std::string> categories;
    std::vector<SocialLink> links;
    std::uint64_t brand_entries = 0;  ///< num_stores of the record: entries of the brand in the list
};

struct Brand {
    std::string id;  ///< canonical UUID
    std::vector<BrandEntry> entries;

    /// The entry for a country, or else the one for the whole world. Null if there is neither.
    const BrandEntry* entry_for(const std::string& country) const noexcept;
    std::string default_name() const { return entries.front().name; }
};

/// The `count` best-known brands of the list (osm_brands.jsonl.gz, see docs/records.md), best known first. A brand gets
/// three points for each social network that it is on and one point for each of its entries in the list. A brand is
/// chosen only if it has a domain, is of a kind that people visit, and has stores in the US, the UK, Canada, Germany,
/// France, Japan or Australia. It keeps only the entries of its main kind.
Result<std::vector<Brand>> choose_brands(const std::string& path, std::size_t count);

}  // namespace bizrec::generator
