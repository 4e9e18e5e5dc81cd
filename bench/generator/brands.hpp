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

/// One record of the brand list: the brand as a country, or the world, knows it.
struct BrandEntry {
    std::string country;  ///< alpha-2; "" for the world
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

    /// The entry for a country: its own, else the world's; null where the brand has no stores there.
    const BrandEntry* entry_for(const std::string& country) const noexcept;
    std::string default_name() const { return entries.front().name; }
};

/// The `count` best-known brands of the list (osm_brands.jsonl.gz, see docs/records.md), best known first. How well
/// known: three points for each social network the brand is on, one for each entry it has in the list. Only brands
/// with a domain, and of kinds of business that people walk into; the entries kept are those of the brand's main kind.
Result<std::vector<Brand>> choose_brands(const std::string& path, std::size_t count);

}  // namespace bizrec::generator
