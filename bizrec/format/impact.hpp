#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// Computes a posting's impact: BM25F (Robertson, Zaragoza, Taylor, "Simple BM25 extension to multiple weighted
/// fields", 2004) over the fields of a record, with Lucene's idf. It is quantised to 8 bits once for the whole index,
/// so that a query adds integers and the order of its results is exact. The builder, `explain` and the tests' oracle
/// share these functions.
namespace bizrec::format {

enum class TextField : std::uint8_t { name, category, place, domain, text };
inline constexpr std::size_t text_field_count = 5;

struct FieldWeight {
    double weight;
    double b;  ///< length normalisation, 0..1
};
/// name: business_name, store_name, brand_name. category: business_categories, tags. place: city, state, postal code,
/// country; its length counts only the words of the city. domain: labels of the registrable domain. text:
/// business_type, business_specialty, business_keywords, product_services_offered, descriptions. The weights were tuned
/// with the quality suite (docs/search.md, "How good it is").
inline constexpr std::array<FieldWeight, text_field_count> field_weights = {{
    {3.0, 0.75},
    {2.0, 0.5},
    {1.5, 0.3},
    {1.0, 0.0},
    {1.0, 0.75},
}};
inline constexpr double bm25_k1 = 1.2;

/// A word that is a complete name, category label or city by itself adds this many sixteenths of its idf; if it is
/// several of these, only the greatest counts. Complete names and labels of several words (TermKind::whole_name,
/// TermKind::label) add the same shares of the sum of their words' idf.
inline constexpr unsigned whole_name_sixteenths = 8;
inline constexpr unsigned whole_label_sixteenths = 4;
inline constexpr unsigned whole_city_sixteenths = 3;

/// A word of a city's name adds this many sixteenths of its idf if other cities have the name and none of them has more
/// records: "Dallas" means Dallas, Texas.
inline constexpr unsigned largest_city_sixteenths = 1;

/// A name of several words adds this many sixteenths instead of whole_name_sixteenths if it is the complete text of a
/// request, and not only a part of it.
inline constexpr unsigned whole_text_sixteenths = 10;

/// Lengths of the texts of an index, in words.
struct TextStatistics {
    std::uint64_t documents = 0;
    std::array<std::uint64_t, text_field_count> words{};  ///< sum over all documents
};

/// How often a word occurs in each field of one document.
struct Occurrences {
    std::array<std::uint16_t, text_field_count> count{};  ///< each stops at 65535
    /// 1 if no name has the word as written, but another name of the business has it, or it is another form of a word
    /// of a name. Otherwise 0.
    std::uint16_t other_names = 0;
    /// 1 if the word is in the street address, otherwise 0. The words of the street are not counted in FieldLengths.
    std::uint16_t street = 0;
};
/// Weight of an occurrence in `other_names`, relative to one in a name: the written name comes first.
inline constexpr double other_name_share = 0.5;
inline constexpr double street_weight = 0.5;
using FieldLengths = std::array<std::uint32_t, text_field_count>;

/// tf / (k1 + tf) of BM25F in units of 1/65535, at least 1. The builder stores it in a posting until the idf of the
/// word is known.
std::uint16_t saturation(const Occurrences& occurrences, const FieldLengths& lengths,
                         const TextStatistics& statistics) noexcept;

/// The inverse document frequency, ln(1 + (N − df + 0.5) / (df + 0.5)), in sixteenths of an impact unit, at least 1. N:
/// `documents`. df: 1 to N.
std::uint16_t idf_sixteenths(std::uint64_t documents, std::uint64_t df) noexcept;

/// Whether the word alone is a complete text of its record: a name, a category label or the city. A greater value adds
/// more to the impact. city: only if the word is written like the city, because "Lyons" is not Lyon.
enum class Whole : std::uint8_t { neither, city, label, name };

/// The impact of a posting, 1 to 255. The unit is chosen so that the rarest possible word as a complete name gets up to
/// 255. `names_largest_city`: the word is in the name of the document's city, which is the largest of several with that
/// name.
std::uint8_t impact(std::uint16_t saturation, std::uint16_t idf_sixteenths, Whole whole,
                    bool names_largest_city) noexcept;

/// The impact of a word that a record has only in its street.
std::uint8_t street_impact(std::uint16_t idf_sixteenths) noexcept;

/// A search score ends with the quality, reduced to this many bits: levels 0 to 7.
inline constexpr unsigned quality_level_bits = 3;
constexpr std::uint32_t quality_level(std::uint8_t quality) noexcept {
    return quality >> (8 - quality_level_bits);
}

/// Complete score of a row: evidence in impact units (1 to max_evidence, to which it is limited), then the quality
/// level. Below 2^24.
inline constexpr std::uint32_t max_evidence = (1U << 21) - 1;
constexpr std::uint32_t search_score(std::uint32_t evidence, std::uint8_t quality) noexcept {
    return (evidence < max_evidence ? evidence : max_evidence) << quality_level_bits | quality_level(quality);
}

}  // namespace bizrec::format
