#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// How a posting's impact comes about: BM25F (Robertson, Zaragoza, Taylor, "Simple BM25 extension to multiple weighted
/// fields", 2004) over the fields of a record, with Lucene's idf, quantised to 8 bits once for the whole index, so that
/// a query adds integers and its order is exact. Builder, `explain` and the tests' oracle share these functions.
namespace bizrec::format {

enum class TextField : std::uint8_t { name, category, place, domain, text };
inline constexpr std::size_t text_field_count = 5;

struct FieldWeight {
    double weight;
    double b;  ///< length normalisation, 0..1
};
/// name: business_name, store_name, brand_name. category: business_categories, tags. place: city, state, postal code,
/// country; its length is the city's. domain: labels of the registrable domain. text: business_type,
/// business_specialty, business_keywords, product_services_offered, descriptions.
/// Found with the quality suite (docs/search.md, "How good it is").
inline constexpr std::array<FieldWeight, text_field_count> field_weights = {{
    {3.0, 0.75},
    {2.0, 0.5},
    {1.5, 0.3},
    {1.0, 0.0},
    {1.0, 0.75},
}};
inline constexpr double bm25_k1 = 1.2;

/// A word that is a whole name by itself adds this many sixteenths of its idf, one that is a whole category label or a
/// whole city this many; of all the greatest. The same factors hold for names and labels of several words (whole-name
/// and whole-label lists).
inline constexpr unsigned whole_name_sixteenths = 8;
inline constexpr unsigned whole_label_sixteenths = 4;
inline constexpr unsigned whole_city_sixteenths = 3;

/// What a word of a city's name adds on top where other cities have that name, and none of them more records: Dallas
/// means the one in Texas.
inline constexpr unsigned largest_city_sixteenths = 1;

/// A name of several words that is all of a request's text, and not its beginning or end alone.
inline constexpr unsigned whole_text_sixteenths = 10;

/// What the index knows of the lengths of its texts, in words.
struct TextStatistics {
    std::uint64_t documents = 0;
    std::array<std::uint64_t, text_field_count> words{};  ///< sum over all documents
    /// Of the lists of names alone.
    std::uint64_t name_words() const noexcept { return words[static_cast<std::size_t>(TextField::name)]; }
};

/// How often a word stands in each field of one document, and how long those fields are.
struct Occurrences {
    std::array<std::uint16_t, text_field_count> count{};  ///< saturated
    /// How often it stands there only as another form of a name's word, or in another name of the business; saturated.
    std::uint16_t other_names = 0;
    std::uint16_t street = 0;  ///< how often it stands in the street address, which has no length; saturated
};
/// Of one in `other_names`, next to one in a name: what is written there comes first.
inline constexpr double other_name_share = 0.5;
inline constexpr double street_weight = 0.5;
using FieldLengths = std::array<std::uint32_t, text_field_count>;

/// tf / (k1 + tf) of BM25F in 1/65535: what a posting holds until its word's idf is known. At least 1.
std::uint16_t saturation(const Occurrences& occurrences, const FieldLengths& lengths,
                         const TextStatistics& statistics) noexcept;

/// ln(1 + (N − df + 0.5) / (df + 0.5)) in sixteenths of an impact unit, at least 1. df in 1..documents.
std::uint16_t idf_sixteenths(std::uint64_t documents, std::uint64_t df) noexcept;

/// What a word is by itself, the greater the more it adds. city: as it is written there, for "Lyons" is not Lyon.
enum class Whole : std::uint8_t { neither, city, label, name };

/// 1..255. The unit is such that the rarest possible word as a whole name gets 255. `names_largest_city`: the word is
/// one of the document's city, the largest of several with that name.
std::uint8_t impact(std::uint16_t saturation, std::uint16_t idf_sixteenths, Whole whole,
                    bool names_largest_city) noexcept;

/// Quality in the few levels that a search score has at its end, 0..7.
inline constexpr unsigned quality_level_bits = 3;
constexpr std::uint32_t quality_level(std::uint8_t quality) noexcept {
    return quality >> (8 - quality_level_bits);
}

/// Whole score of a row: evidence in impact units (1..2^21 − 1), quality last. Below 2^24.
inline constexpr std::uint32_t max_evidence = (1U << 21) - 1;
constexpr std::uint32_t search_score(std::uint32_t evidence, std::uint8_t quality) noexcept {
    return (evidence < max_evidence ? evidence : max_evidence) << quality_level_bits | quality_level(quality);
}

}  // namespace bizrec::format
