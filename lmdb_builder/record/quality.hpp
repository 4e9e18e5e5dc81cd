#pragma once

#include <cstdint>
#include <string_view>

#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

/// Facts that count towards completeness but are not part of Record.
struct ExtraFacts {
    bool has_street = false;
    bool has_categories = false;   ///< a category or tag
    bool has_description = false;  ///< type, specialty, keywords, products or a description
};

/// Maximum quality of a record that does not stand for a whole brand (see is_whole_brand()).
inline constexpr std::uint8_t max_ordinary_quality = 253;
inline constexpr std::uint8_t whole_brand_quality = 254;
/// Quality of a record that stands for a whole brand and is named like its domain: "Starbucks" with starbucks.com, but
/// not 星巴克 with starbucks.com.
inline constexpr std::uint8_t domain_name_quality = 255;

/// Whether the record stands for its brand as a whole: it has a brand_id, a name, and a website or a profile, and no
/// place (no street, city, state, postal code, country, coordinates or map place). The number of stores does not
/// matter.
bool is_whole_brand(const Record& record, const ExtraFacts& extra) noexcept;

/// The record's quality: whole_brand_quality, else 0..max_ordinary_quality. The latter is the sum of its completeness
/// (0..175, the points of docs/records.md) and its reviews (8 for each doubling of reviews + 1, 0..80). The number of
/// stores never counts, because a chain's branches are no better answers than a single shop. Integer arithmetic gives
/// the same result on every machine.
std::uint8_t quality_of(const Record& record, const ExtraFacts& extra) noexcept;

/// record.quality, raised to domain_name_quality if the record stands for a whole brand and its name is the first or
/// the last label of `domain` ("starbucks.com", "global.toyota"). `domain` is "" if the record has none. The comparison
/// ignores case, accents, spaces and punctuation.
std::uint8_t quality_on_domain(const Record& record, std::string_view domain);

}  // namespace bizrec::builder
