#include "bizrec/format/impact.hpp"

#include <algorithm>
#include <cmath>

namespace bizrec::format {
namespace {

constexpr auto name_field = static_cast<std::size_t>(TextField::name);

double idf(double documents, double df) noexcept {
    return std::log(1.0 + (documents - df + 0.5) / (df + 0.5));
}

/// Impact units per unit of idf.
double idf_scale(double documents) noexcept {
    const double rarest_whole_name = idf(documents, 1.0) * (1.0 + whole_name_sixteenths / 16.0);
    return 255.0 / std::max(rarest_whole_name, 1.0);
}

double length_norm(double b, double length, double total, double documents) noexcept {
    return total > 0 ? 1.0 - b + b * length * documents / total : 1.0;
}

constexpr std::uint64_t sixteenths_of(Whole whole) noexcept {
    switch (whole) {
        case Whole::name:
            return whole_name_sixteenths;
        case Whole::label:
            return whole_label_sixteenths;
        case Whole::city:
            return whole_city_sixteenths;
        case Whole::neither:
            break;
    }
    return 0;
}

}  // namespace

std::uint16_t saturation(const Occurrences& occurrences, const FieldLengths& lengths,
                         const TextStatistics& statistics) noexcept {
    double tf = street_weight * occurrences.street;
    for (std::size_t field = 0; field < text_field_count; ++field) {
        const double other = field == name_field ? other_name_share * occurrences.other_names : 0;
        const double count = occurrences.count[field] + other;
        if (count != 0) {
            tf += field_weights[field].weight * count /
                  length_norm(field_weights[field].b, lengths[field], static_cast<double>(statistics.words[field]),
                              static_cast<double>(statistics.documents));
        }
    }
    const double share = tf / (bm25_k1 + tf);
    return static_cast<std::uint16_t>(std::clamp(std::lround(share * 65535.0), 1L, 65535L));
}

std::uint8_t street_impact(std::uint16_t idf_sixteenths) noexcept {
    Occurrences in_street;
    in_street.street = 1;
    return impact(saturation(in_street, {}, {}), idf_sixteenths, Whole::neither, false);
}

std::uint16_t idf_sixteenths(std::uint64_t documents, std::uint64_t df) noexcept {
    const auto n = static_cast<double>(documents);
    const double units = idf(n, static_cast<double>(std::min(df, documents))) * idf_scale(n);
    return static_cast<std::uint16_t>(std::clamp(std::lround(units * 16.0), 1L, 4095L));
}

std::uint8_t impact(std::uint16_t saturation, std::uint16_t idf_sixteenths, Whole whole,
                    bool names_largest_city) noexcept {
    const std::uint64_t bonus = sixteenths_of(whole) + (names_largest_city ? largest_city_sixteenths : 0U);
    // In units of 1/(16·65535·16) of an impact unit. Everything from here on is integers, so that all machines round
    // alike.
    const std::uint64_t text = std::uint64_t{idf_sixteenths} * saturation * 16U;
    const std::uint64_t evidence = std::uint64_t{idf_sixteenths} * bonus * 65535U;
    constexpr std::uint64_t unit = 16ULL * 65535U * 16U;
    const std::uint64_t units = (text + evidence + unit / 2) / unit;
    return static_cast<std::uint8_t>(std::clamp<std::uint64_t>(units, 1, 255));
}

}  // namespace bizrec::format
