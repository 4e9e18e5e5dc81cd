#include "lmdb_builder/record/quality.hpp"

#include <algorithm>

namespace bizrec::builder {
namespace {

constexpr unsigned points_per_doubling = 8;
constexpr unsigned most_review_points = 80;

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
    return std::min(doublings * points_per_doubling, most_review_points);
}

}  // namespace

std::uint8_t quality_of(const Record& record, const ExtraFacts& extra) noexcept {
    return static_cast<std::uint8_t>(completeness(record, extra) + review_points(record.reviews));
}

}  // namespace bizrec::builder
