#pragma once

#include <cstdint>

#include "bizrec/where/location.hpp"

namespace bizrec::search {

/// How a record matches the input, from weak to strong.
enum class Evidence : std::uint8_t {
    key = 1,     ///< the identity key alone (registrable domain, or the record's root_domain)
    host = 2,    ///< in addition, the host of the record's website_url
    direct = 3,  ///< exactly the page of the record's website_url, or a profile, or a map place
};

inline constexpr std::uint8_t max_quality = 255;

/// match_score of an enrichment row. The evidence has fixed bits, most significant first, so that equal evidence gives
/// equal numbers in every request. 18 bits:
///   17      the record matches both inputs
///   15..16  Evidence (the stronger of the two inputs)
///   12..14  PlaceFit of the most specific location object that holds the record
///   8..11   if a circle holds the record: 15 − distance_band of the nearest centre of such a circle; otherwise 0
///   0..7    quality
constexpr std::uint32_t enrich_score(bool both, Evidence evidence, PlaceFit fit, unsigned band,
                                     std::uint8_t quality) noexcept {
    const std::uint32_t nearness = fit == PlaceFit::circle ? 15U - band : 0U;
    return (both ? 1U << 17 : 0U) | static_cast<std::uint32_t>(evidence) << 15 | static_cast<std::uint32_t>(fit) << 12 |
           nearness << 8 | quality;
}

struct EnrichRow {
    std::uint32_t docid = 0;
    std::uint32_t score = 0;  ///< see enrich_score(); below 2^18, and never 0 in a result
    bool by_website = false;  ///< the website's key matched; shown in match_highlights
    bool by_profile = false;  ///< the profile's key matched
};

/// The order of rows: score descending, then docid ascending. A total order over rows of different documents.
inline bool comes_before(const EnrichRow& a, const EnrichRow& b) noexcept {
    return a.score != b.score ? a.score > b.score : a.docid < b.docid;
}

}  // namespace bizrec::search
