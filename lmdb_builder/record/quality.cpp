#include "lmdb_builder/record/quality.hpp"

#include <algorithm>
#include <string>

#include "bizrec/identity/idna.hpp"
#include "bizrec/text/fold.hpp"

namespace bizrec::builder {
namespace {

constexpr unsigned points_per_doubling = 8;
constexpr unsigned max_review_points = 80;

unsigned completeness(const Record& record, const ExtraFacts& extra) noexcept {
    const struct {
        bool holds;
        unsigned points;
    } facts[] = {
        {(record.flags & format::flag::has_website) != 0, 30},
        {!record.name.empty(), 20},
        {(record.flags & format::flag::has_contact_info) != 0, 20},
        {!record.profiles.empty(), 15},
        {extra.has_street, 15},
        {record.position.exists(), 15},
        {!record.city.empty(), 10},
        {!record.postal_code.empty(), 10},
        {!record.country.empty(), 10},
        {extra.has_categories, 10},
        {!record.state.empty(), 5},
        {extra.has_description, 5},
        {record.rating != format::missing_rating, 5},
        {(record.flags & format::flag::has_valid_website) != 0, 5},
    };
    unsigned points = 0;
    for (const auto& fact : facts) {
        points += fact.holds ? fact.points : 0;
    }
    return points;
}

unsigned review_points(std::uint32_t reviews) noexcept {
    if (reviews == format::missing_count) {
        return 0;
    }
    unsigned doublings = 0;
    for (std::uint64_t rest = std::uint64_t{reviews} + 1; rest > 1; rest /= 2) {
        ++doublings;
    }
    return std::min(doublings * points_per_doubling, max_review_points);
}

bool names_place(const Record& record, const ExtraFacts& extra) noexcept {
    return extra.has_street || !record.city.empty() || !record.state.empty() || !record.postal_code.empty() ||
           !record.country.empty() || record.position.exists() || !record.place_id.empty();
}

bool is_named_as(const std::string& name, std::string_view label) {
    std::string letters, label_letters;
    text::fold_letters(name, letters);
    text::fold_letters(label, label_letters);
    if (letters == label_letters) {
        return !letters.empty();
    }
    // Identity keys are ASCII: "Müller" is xn--mller-kva.
    return identity::domain_to_ascii(name, letters) && letters == label;
}

}  // namespace

bool is_whole_brand(const Record& record, const ExtraFacts& extra) noexcept {
    const bool has_link = (record.flags & format::flag::has_website) != 0 || !record.profiles.empty();
    return record.has_brand && !record.name.empty() && has_link && !names_place(record, extra);
}

std::uint8_t quality_of(const Record& record, const ExtraFacts& extra) noexcept {
    if (is_whole_brand(record, extra)) {
        return whole_brand_quality;
    }
    const unsigned points = completeness(record, extra) + review_points(record.reviews);
    return static_cast<std::uint8_t>(std::min(points, unsigned{max_ordinary_quality}));
}

std::uint8_t quality_on_domain(const Record& record, std::string_view domain) {
    if (record.quality != whole_brand_quality) {
        return record.quality;
    }
    // A brand with its own top-level domain is the last label: global.toyota.
    return is_named_as(record.name, domain.substr(0, domain.find('.'))) ||
                   is_named_as(record.name, domain.substr(domain.rfind('.') + 1))
               ? domain_name_quality
               : whole_brand_quality;
}

}  // namespace bizrec::builder
