#pragma once

#include <cstdint>

#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

/// What counts towards completeness and is not part of Record.
struct ExtraFacts {
    bool has_street = false;
    bool has_categories = false;   ///< a category or tag
    bool has_description = false;  ///< type, specialty, keywords, products or a description
};

/// The record's quality, 0..255: how much it says about its business (0..175, the points of docs/records.md) and how
/// many reviews stand behind it (8 for each doubling of reviews + 1, 0..80). Never the number of stores: a chain's
/// branches are no better answers than a shop on its own. Integer arithmetic, the same on every machine.
std::uint8_t quality_of(const Record& record, const ExtraFacts& extra) noexcept;

}  // namespace bizrec::builder
