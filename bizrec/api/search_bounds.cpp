#include "bizrec/api/search_bounds.hpp"

#include <simdjson.h>

#include <algorithm>
#include <limits>
#include <string>

#include "bizrec/api/field_values.hpp"
#include "bizrec/api/request_notes.hpp"
#include "bizrec/api/search_fields.hpp"
#include "bizrec/base/ascii.hpp"
#include "bizrec/format/columns.hpp"

namespace bizrec::api {
namespace {

namespace dom = simdjson::dom;

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

/// Converts a bound to a value of the column. Above Row::max, a minimum becomes the greatest number of the type, so
/// that no record passes, and a maximum becomes Row::max, so that every value passes. In a column of sums, Row::max
/// stands for all greater sums, too, so a minimum above Row::max becomes Row::max.
template <class Row>
typename Row::Value bound_of(typename AskedRange<Row>::Number number, bool is_min) noexcept {
    using Value = typename Row::Value;
    if constexpr (std::is_floating_point_v<Value>) {
        return static_cast<Value>(number);
    } else {
        constexpr bool is_sum = Row::field_rule == format::FieldRule::sum;
        const std::int64_t max = is_min && !is_sum ? std::int64_t{std::numeric_limits<Value>::max()} : Row::max;
        return static_cast<Value>(std::min(number, max));
    }
}

template <class Row>
void fill(const AskedRange<Row>& asked, search::RangeBound<Row>& bound) noexcept {
    bound.given = asked.min || asked.max;
    if (asked.min) {
        bound.min = std::max(Row::min, bound_of<Row>(*asked.min, true));
    }
    if (asked.max) {
        bound.max = bound_of<Row>(*asked.max, false);
    }
}

template <class Bound>
void fill(const Bound& asked, Bound& bound) noexcept {
    bound = asked;
}

}  // namespace

bool SearchBounds::read(std::size_t filter, dom::element value) {
    any_ = true;
    bool good = false;
    format::all_of_columns(
        [&](auto row, auto& asked) {
            constexpr std::size_t first = first_filter<decltype(row)>();
            // If an earlier column has the filter, `filter - first` wraps round to a huge number.
            const bool is_other = filter - first >= row.filters.size();
            good = is_other ? good : read_filter<decltype(row)>(filter - first, value, asked);
            return is_other;
        },
        asked_);
    return good;
}

template <class Row>
bool SearchBounds::read_filter(std::size_t which, dom::element value, AskedRange<Row>& asked) {
    const bool is_min = which == 0;
    const FieldPath field{Row::filters[which].name};
    typename AskedRange<Row>::Number came = 0;
    Reading reading = Reading::omitted;
    if constexpr (Row::kind == format::ColumnKind::time) {
        reading = read_time(value, field, is_min ? DayEdge::first_second : DayEdge::last_second, came, error_);
    } else if constexpr (std::is_floating_point_v<typename Row::Value>) {
        reading = read_number_between(value, field, static_cast<int>(Row::min), Row::max_bound, came, error_);
    } else {
        reading = read_integer_between(value, field, Row::min, Row::max_bound, came, error_);
    }
    if (reading == Reading::given) {
        (is_min ? asked.min : asked.max) = came;
    }
    return reading != Reading::refused;
}

template <class Row>
bool SearchBounds::read_filter(std::size_t which, dom::element value, search::FlagsBound& asked) {
    bool wanted = false;
    const Reading reading = read_boolean(value, {Row::filters[which].name}, wanted, error_);
    if (reading == Reading::given) {
        std::uint8_t& flags = wanted ? asked.wanted : asked.unwanted;
        flags = static_cast<std::uint8_t>(flags | Row::filters[which].bit);
    }
    return reading != Reading::refused;
}

template <class Row>
bool SearchBounds::read_filter(std::size_t which, dom::element value, search::ChoiceBound& asked) {
    const std::string_view name = Row::filters[which].name;
    dom::array array;
    if (value.is_string() || value.is_null()) {
        return read_ownership(name, value, FieldPath::none, asked.allowed) != Reading::refused;
    }
    if (value.get(array) != simdjson::SUCCESS) {
        return refuse_value(error_, {name}, "a string or an array of strings", value);
    }
    std::int32_t element = 0;
    bool is_emptied = true;
    for (const dom::element one : array) {
        const Reading reading = read_ownership(name, one, element++, asked.allowed);
        if (reading == Reading::refused) {
            return false;
        }
        is_emptied = is_emptied && reading == Reading::omitted;
    }
    if (is_emptied) {
        note_emptied_list(array, FieldPath::none, name, notes_);
    }
    return true;
}

template <class Row>
bool SearchBounds::read_filter(std::size_t /*which*/, dom::element /*value*/, search::NoBound& /*asked*/) {
    return true;
}

Reading SearchBounds::read_ownership(std::string_view name, dom::element value, std::int32_t element,
                                     std::uint8_t& allowed) {
    const FieldPath field{name, FieldPath::none, element};
    std::string_view text;
    const Reading reading = read_text(value, field, ownership_limit, text, error_);
    if (reading != Reading::given) {
        return reading;
    }
    for (const OwnershipName& known : ownership_names) {
        if (equals_ignoring_case(text, known.lower_case)) {
            allowed = static_cast<std::uint8_t>(allowed | 1U << static_cast<unsigned>(known.value));
            return Reading::given;
        }
    }
    refuse_value(error_, field, "INDEPENDENT, FAMILY, FRANCHISE or CHAIN", value);
    return Reading::refused;
}

template <class Row>
bool SearchBounds::is_ordered(const AskedRange<Row>& asked) {
    if (!asked.min || !asked.max || *asked.min <= *asked.max) {
        return true;
    }
    std::string problem = Row::kind == format::ColumnKind::time ? "must not be later than " : "must not be above ";
    problem += Row::filters[1].name;
    return refuse_field(error_, {Row::filters[0].name}, problem);
}

bool SearchBounds::finish(search::ColumnBounds& bounds) {
    bounds = search::ColumnBounds();
    if (!any_) {
        return true;
    }
    format::for_each_column([](auto /*row*/, const auto& asked, auto& bound) { fill(asked, bound); }, asked_, bounds);
    return format::all_of_columns(
        [this](auto row, const auto& asked) {
            using Asked = std::remove_cv_t<std::remove_reference_t<decltype(asked)>>;
            if constexpr (std::is_same_v<Asked, AskedRange<decltype(row)>>) {
                return is_ordered(asked);
            } else {
                return true;
            }
        },
        asked_);
}

}  // namespace bizrec::api
