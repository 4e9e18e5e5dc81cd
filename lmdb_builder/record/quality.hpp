#pragma once

#include <cstdint>
#include <string_view>

#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

/// What counts towards completeness and is not part of Record.
struct ExtraFacts {
    bool has_street = false;
    bool has_categories = false;   ///< a category or tag
    bool has_description = false;  ///< type, specialty, keywords, products or a description
};

/// Greatest quality of a record that is not its brand's own (see is_whole_brand()).
inline constexpr std::uint8_t max_ordinary_quality = 253;
inline constexpr std::uint8_t whole_brand_quality = 254;
/// Of a whole brand's record whose name is the domain's: "Starbucks" of starbucks.com, next to 星巴克 of the same
/// domain.
inline constexpr std::uint8_t domain_name_quality = 255;

/// The record stands for its brand as a whole: it has a brand_id, a name, and a website or a profile, and names no
/// place (no street, city, state, postal code, country, coordinates or map place). Never by the number of stores.
bool is_whole_brand(const Record& record, const ExtraFacts& extra) noexcept;

/// The record's quality: whole_brand_quality, else 0..max_ordinary_quality: how much it says about its business
/// (0..175, the points of docs/records.md) and how many reviews stand behind it (8 for each doubling of reviews + 1,
/// 0..80). Never the number of stores: a chain's branches are no better answers than a shop on its own. Integer
/// arithmetic, the same on every machine.
std::uint8_t quality_of(const Record& record, const ExtraFacts& extra) noexcept;

/// record.quality, raised to domain_name_quality where the record is a whole brand's and its name is the first or
/// the last label of `domain` ("starbucks.com", "global.toyota"; "" where it has none), both without case, accents,
/// spaces and punctuation.
std::uint8_t quality_on_domain(const Record& record, std::string_view domain);

}  // namespace bizrec::builder
