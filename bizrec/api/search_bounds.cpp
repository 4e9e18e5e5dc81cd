#include "bizrec/api/search_bounds.hpp"

#include <simdjson.h>

#include <algorithm>
#include <limits>
#include <string>

#include "bizrec/api/emptied_list.hpp"
#include "bizrec/api/time_value.hpp"
#include "bizrec/base/ascii.hpp"
#include "bizrec/format/layout.hpp"

namespace bizrec::api {
namespace {

namespace dom = simdjson::dom;

constexpr std::int64_t no_bound = std::numeric_limits<std::int64_t>::max();
constexpr int min_tier = 1;
constexpr int max_tier = 4;
constexpr int max_rating = 5;
constexpr TextLimit ownership_limit = {200, TextLimit::Unit::code_points};

struct OwnershipName {
    std::string_view lower_case;
    format::Ownership value;
};
constexpr OwnershipName ownership_names[] = {
    {"independent", format::Ownership::independent},
    {"family", format::Ownership::family},
    {"franchise", format::Ownership::franchise},
    {"chain", format::Ownership::chain},
};

// Columns hold 32 bits: a bound beyond them holds for no count, or for all.
std::uint32_t clamp_count(std::int64_t count) noexcept {
    return static_cast<std::uint32_t>(std::min<std::int64_t>(count, UINT32_MAX));
}

// Reviews are a sum that the builder cuts at the greatest count: a record there may have any number above it.
std::uint32_t min_reviews(std::int64_t count) noexcept {
    return std::min(clamp_count(count), format::missing_count - 1);
}

bool is_end(SearchField field) noexcept {
    return field == SearchField::open_date_before || field == SearchField::info_updated_before;
}

}  // namespace

bool SearchBounds::read(SearchField field, dom::element value) {
    any_ = true;
    switch (field) {
        case SearchField::ownership_type:
            return read_ownerships(value);
        case SearchField::min_locations:
            return read_whole(field, value, 0, no_bound, locations_.least);
        case SearchField::max_locations:
            return read_whole(field, value, 0, no_bound, locations_.most);
        case SearchField::min_price_tier:
            return read_whole(field, value, min_tier, max_tier, tier_.least);
        case SearchField::max_price_tier:
            return read_whole(field, value, min_tier, max_tier, tier_.most);
        case SearchField::min_total_reviews:
            return read_whole(field, value, 0, no_bound, reviews_.least);
        case SearchField::max_total_reviews:
            return read_whole(field, value, 0, no_bound, reviews_.most);
        case SearchField::min_overall_rating:
            return read_rating(field, value, rating_.least);
        case SearchField::max_overall_rating:
            return read_rating(field, value, rating_.most);
        case SearchField::has_website:
            return read_flag(field, value, format::flag::has_website);
        case SearchField::has_valid_website:
            return read_flag(field, value, format::flag::has_valid_website);
        case SearchField::has_contact_info:
            return read_flag(field, value, format::flag::has_contact_info);
        case SearchField::open_date_after:
            return read_moment(field, value, opened_.least);
        case SearchField::open_date_before:
            return read_moment(field, value, opened_.most);
        case SearchField::info_updated_after:
            return read_moment(field, value, refreshed_.least);
        default:
            return read_moment(field, value, refreshed_.most);
    }
}

bool SearchBounds::read_whole(SearchField field, dom::element value, Whole least, Whole most,
                              std::optional<Whole>& bound) {
    Whole came = 0;
    const Reading reading = read_integer_between(value, {name_of(field)}, least, most, came, error_);
    if (reading == Reading::given) {
        bound = came;
    }
    return reading != Reading::refused;
}

bool SearchBounds::read_rating(SearchField field, dom::element value, std::optional<double>& bound) {
    double came = 0;
    const Reading reading = read_number_between(value, {name_of(field)}, 0, max_rating, came, error_);
    if (reading == Reading::given) {
        bound = came;
    }
    return reading != Reading::refused;
}

bool SearchBounds::read_moment(SearchField field, dom::element value, std::optional<Whole>& bound) {
    Whole came = 0;
    const DayEdge edge = is_end(field) ? DayEdge::last_second : DayEdge::first_second;
    const Reading reading = read_time(value, {name_of(field)}, edge, came, error_);
    if (reading == Reading::given) {
        bound = came;
    }
    return reading != Reading::refused;
}

bool SearchBounds::read_flag(SearchField field, dom::element value, std::uint8_t flag) {
    bool wanted = false;
    const Reading reading = read_boolean(value, {name_of(field)}, wanted, error_);
    if (reading == Reading::given) {
        std::uint8_t& flags = wanted ? flags_wanted_ : flags_unwanted_;
        flags = static_cast<std::uint8_t>(flags | flag);
    }
    return reading != Reading::refused;
}

bool SearchBounds::read_ownerships(dom::element value) {
    dom::array array;
    if (value.is_string() || value.is_null()) {
        return read_ownership(value, FieldPath::none) != Reading::refused;
    }
    if (value.get(array) != simdjson::SUCCESS) {
        return refuse_value(error_, {name_of(SearchField::ownership_type)}, "a string or an array of strings", value);
    }
    std::int32_t element = 0;
    bool is_emptied = true;
    for (const dom::element one : array) {
        const Reading reading = read_ownership(one, element++);
        if (reading == Reading::refused) {
            return false;
        }
        is_emptied = is_emptied && reading == Reading::omitted;
    }
    if (is_emptied) {
        note_emptied_list(array, FieldPath::none, name_of(SearchField::ownership_type), notes_);
    }
    return true;
}

Reading SearchBounds::read_ownership(dom::element value, std::int32_t element) {
    const FieldPath field{name_of(SearchField::ownership_type), FieldPath::none, element};
    std::string_view text;
    const Reading reading = read_text(value, field, ownership_limit, text, error_);
    if (reading != Reading::given) {
        return reading;
    }
    for (const OwnershipName& known : ownership_names) {
        if (equals_ignoring_case(text, known.lower_case)) {
            ownerships_ = static_cast<std::uint8_t>(ownerships_ | 1U << static_cast<unsigned>(known.value));
            return Reading::given;
        }
    }
    refuse_value(error_, field, "INDEPENDENT, FAMILY, FRANCHISE or CHAIN", value);
    return Reading::refused;
}

template <class T>
bool SearchBounds::is_ordered(const Interval<T>& interval, SearchField least, SearchField most) {
    if (!interval.least || !interval.most || *interval.least <= *interval.most) {
        return true;
    }
    std::string problem = is_end(most) ? "must not be later than " : "must not be above ";
    problem += name_of(most);
    return refuse_field(error_, {name_of(least)}, problem);
}

bool SearchBounds::are_all_ordered() {
    return is_ordered(locations_, SearchField::min_locations, SearchField::max_locations) &&
           is_ordered(tier_, SearchField::min_price_tier, SearchField::max_price_tier) &&
           is_ordered(reviews_, SearchField::min_total_reviews, SearchField::max_total_reviews) &&
           is_ordered(rating_, SearchField::min_overall_rating, SearchField::max_overall_rating) &&
           is_ordered(opened_, SearchField::open_date_after, SearchField::open_date_before) &&
           is_ordered(refreshed_, SearchField::info_updated_after, SearchField::info_updated_before);
}

bool SearchBounds::finish(search::ColumnBounds& bounds) {
    bounds = search::ColumnBounds();
    if (any_) {
        fill(bounds);
        return are_all_ordered();
    }
    return true;
}

void SearchBounds::fill(search::ColumnBounds& bounds) const {
    bounds.by_locations = locations_.is_given();
    bounds.min_locations = clamp_count(locations_.least.value_or(0));
    bounds.max_locations = clamp_count(locations_.most.value_or(no_bound));
    bounds.by_reviews = reviews_.is_given();
    bounds.min_reviews = min_reviews(reviews_.least.value_or(0));
    bounds.max_reviews = clamp_count(reviews_.most.value_or(no_bound));
    bounds.by_tier = tier_.is_given();
    bounds.min_tier = static_cast<std::uint8_t>(tier_.least.value_or(min_tier));
    bounds.max_tier = static_cast<std::uint8_t>(tier_.most.value_or(max_tier));
    bounds.by_rating = rating_.is_given();
    bounds.min_rating = static_cast<float>(rating_.least.value_or(0));
    bounds.max_rating = static_cast<float>(rating_.most.value_or(max_rating));
    bounds.by_opened = opened_.is_given();
    bounds.opened_from = std::max(opened_.least.value_or(format::missing_time), format::missing_time + 1);
    bounds.opened_to = opened_.most.value_or(no_bound);
    bounds.by_refreshed = refreshed_.is_given();
    bounds.refreshed_from = std::max(refreshed_.least.value_or(format::missing_time), format::missing_time + 1);
    bounds.refreshed_to = refreshed_.most.value_or(no_bound);
    bounds.ownerships = ownerships_;
    bounds.flags_wanted = flags_wanted_;
    bounds.flags_unwanted = flags_unwanted_;
}

}  // namespace bizrec::api
