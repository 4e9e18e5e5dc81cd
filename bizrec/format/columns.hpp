#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include "bizrec/format/layout.hpp"

/// The columns of an index: a number for each record. A column's row in the table below has all facts about it. The
/// table tells the builder how to read records, the server how to read and test requests, and both how to write, open
/// and verify the index. To add a column, add a row, a member of ColumnSet, a line of all_of_columns(), and a Section.
namespace bizrec::format {

enum class ColumnKind : std::uint8_t {
    number,   ///< a number of a record; filters: a minimum and a maximum
    time,     ///< a date of a record in Unix seconds; filters: from and to
    choice,   ///< one of a few values, numbered from 1; filter: the allowed ones
    flags,    ///< bits; filters: a boolean for each bit
    derived,  ///< made by the builder; no filter
};

/// How several fields of a record give one value.
enum class FieldRule : std::uint8_t {
    aliases,  ///< the first one that is given counts; later ones are not read
    first,    ///< all are checked, and the first one that is given counts
    sum,      ///< all are checked and added; Row::max stands for all greater sums, too
};

/// A request's filter on a column. The first filter of a number or a time is the minimum, the second the maximum.
struct ColumnFilter {
    std::string_view name;  ///< of the request's field
    std::uint8_t bit = 0;   ///< only for flags: the bit that the record must or must not have
};
using NoFilters = std::array<ColumnFilter, 0>;
using NoFields = std::array<std::string_view, 0>;

/// The parts that most rows have in common. A row adds:
///
///     section          the section of the index that holds the column
///     name             the name of that section, in messages and in the meta section
///     missing          value of records that lack the field
///     min, max         bounds of all other values, inclusive
///     fields           the fields of a record that are read into it
///     filters          the fields of a request that filter by it
///     max_bound        only for kind `number`: the greatest bound that a request may give
///     description      of the value in explanations
///     valid_values     what `verify` expects, or nullptr if all values are valid
template <class T, ColumnKind Kind>
struct ColumnRow {
    using Value = T;
    static constexpr ColumnKind kind = Kind;
    static constexpr FieldRule field_rule = FieldRule::aliases;
    /// 0: every index has the column. Otherwise the first format that can hold the column, 6 or later; an index has it
    /// only if one of its records has the field.
    static constexpr std::uint32_t since = 0;
    static constexpr const char* valid_values = nullptr;
};

/// Value of max_bound for columns on which a request may give any bound. A minimum above all values of the column
/// excludes every record that has a value; such a maximum excludes none of them.
inline constexpr std::int64_t any_bound = std::numeric_limits<std::int64_t>::max();

struct OwnershipColumn : ColumnRow<std::uint8_t, ColumnKind::choice> {
    static constexpr Section section = Section::ownership;
    static constexpr std::string_view name = "ownership";
    static constexpr Value missing = 0, min = 0, max = static_cast<Value>(Ownership::chain);
    static constexpr std::array<std::string_view, 1> fields = {"ownership_type"};
    static constexpr std::array<ColumnFilter, 1> filters = {{{"ownership_type"}}};
    static constexpr const char* description = "ownership type";
    static constexpr const char* valid_values = "one of the four ownership types (0: unknown)";
};

struct NumStoresColumn : ColumnRow<std::uint32_t, ColumnKind::number> {
    static constexpr Section section = Section::num_stores;
    static constexpr std::string_view name = "num_stores";
    static constexpr Value missing = missing_count, min = 0, max = missing_count - 1;
    static constexpr std::array<std::string_view, 1> fields = {"num_stores"};
    static constexpr std::array<ColumnFilter, 2> filters = {{{"min_locations"}, {"max_locations"}}};
    static constexpr std::int64_t max_bound = any_bound;
    static constexpr const char* description = "number of locations";
};

struct PriceTierColumn : ColumnRow<std::uint8_t, ColumnKind::number> {
    static constexpr Section section = Section::price_tier;
    static constexpr std::string_view name = "price_tier";
    static constexpr Value missing = missing_tier, min = 1, max = 4;
    static constexpr std::array<std::string_view, 1> fields = {"price_tier"};
    static constexpr std::array<ColumnFilter, 2> filters = {{{"min_price_tier"}, {"max_price_tier"}}};
    static constexpr std::int64_t max_bound = max;
    static constexpr const char* description = "price tier";
    static constexpr const char* valid_values = "a price tier of 1 to 4 (0: missing)";
};

struct ReviewsColumn : ColumnRow<std::uint32_t, ColumnKind::number> {
    static constexpr Section section = Section::reviews;
    static constexpr std::string_view name = "reviews";
    static constexpr Value missing = missing_count, min = 0, max = missing_count - 1;
    static constexpr std::array<std::string_view, 2> fields = {"google_reviews_count", "yelp_reviews_count"};
    static constexpr FieldRule field_rule = FieldRule::sum;
    static constexpr std::array<ColumnFilter, 2> filters = {{{"min_total_reviews"}, {"max_total_reviews"}}};
    static constexpr std::int64_t max_bound = any_bound;
    static constexpr const char* description = "number of reviews";
};

struct RatingColumn : ColumnRow<float, ColumnKind::number> {
    static constexpr Section section = Section::rating;
    static constexpr std::string_view name = "rating";
    static constexpr Value missing = missing_rating, min = 0, max = 5;
    static constexpr std::array<std::string_view, 2> fields = {"google_rating", "yelp_rating"};
    static constexpr FieldRule field_rule = FieldRule::first;
    static constexpr std::array<ColumnFilter, 2> filters = {{{"min_overall_rating"}, {"max_overall_rating"}}};
    static constexpr std::int64_t max_bound = 5;
    static constexpr const char* description = "rating";
    static constexpr const char* valid_values = "a rating of 0 to 5";
};

struct FlagsColumn : ColumnRow<std::uint8_t, ColumnKind::flags> {
    static constexpr Section section = Section::flags;
    static constexpr std::string_view name = "flags";
    static constexpr Value missing = 0, min = 0, max = flag::all;
    static constexpr std::array<std::string_view, 2> fields = {"website_status", "has_valid_website"};
    static constexpr std::array<ColumnFilter, 3> filters = {{{"has_website", flag::has_website},
                                                             {"has_valid_website", flag::has_valid_website},
                                                             {"has_contact_info", flag::has_contact_info}}};
    static constexpr const char* description = "website or contact information";
    static constexpr const char* valid_values = "a set of known flags";
};

struct OpenedColumn : ColumnRow<std::int64_t, ColumnKind::time> {
    static constexpr Section section = Section::opened;
    static constexpr std::string_view name = "opened";
    static constexpr Value missing = missing_time, min = missing_time + 1, max = INT64_MAX;
    static constexpr std::array<std::string_view, 1> fields = {"open_date"};
    static constexpr std::array<ColumnFilter, 2> filters = {{{"open_date_after"}, {"open_date_before"}}};
    static constexpr const char* description = "opening date";
};

struct RefreshedColumn : ColumnRow<std::int64_t, ColumnKind::time> {
    static constexpr Section section = Section::refreshed;
    static constexpr std::string_view name = "refreshed";
    static constexpr Value missing = missing_time, min = missing_time + 1, max = INT64_MAX;
    static constexpr std::array<std::string_view, 2> fields = {"info_refreshed_at", "updated_at"};
    static constexpr std::array<ColumnFilter, 2> filters = {{{"info_updated_after"}, {"info_updated_before"}}};
    static constexpr const char* description = "date of the last update";
};

struct FoundedYearColumn : ColumnRow<std::uint16_t, ColumnKind::number> {
    static constexpr Section section = Section::founded_year;
    static constexpr std::string_view name = "founded_year";
    static constexpr std::uint32_t since = 6;
    static constexpr Value missing = 0, min = 1000, max = 2100;
    static constexpr std::array<std::string_view, 1> fields = {"founded_year"};
    static constexpr std::array<ColumnFilter, 2> filters = {{{"min_founded_year"}, {"max_founded_year"}}};
    static constexpr std::int64_t max_bound = max;
    static constexpr const char* description = "founding year";
    static constexpr const char* valid_values = "a year of 1000 to 2100 (0: missing)";
};

struct QualityColumn : ColumnRow<std::uint8_t, ColumnKind::derived> {
    static constexpr Section section = Section::quality;
    static constexpr std::string_view name = "quality";
    static constexpr Value missing = 0, min = 0, max = 255;
    static constexpr NoFields fields{};
    static constexpr NoFilters filters{};
    static constexpr const char* description = "quality";
};

/// A member for each column: Of<Row>. Values of a record, columns of an index and bounds of a request are such sets.
template <template <class Row> class Of>
struct ColumnSet {
    Of<OwnershipColumn> ownership{};
    Of<NumStoresColumn> num_stores{};
    Of<PriceTierColumn> price_tier{};
    Of<ReviewsColumn> reviews{};
    Of<RatingColumn> rating{};
    Of<FlagsColumn> flags{};
    Of<OpenedColumn> opened{};
    Of<RefreshedColumn> refreshed{};
    Of<FoundedYearColumn> founded_year{};
    Of<QualityColumn> quality{};
};

/// Calls `visit(row, member…)` for each column with its members of these sets, until a call returns false. Returns
/// whether all calls returned true. Messages list filters in this order, and records are read in it.
template <class Visit, class... Sets>
constexpr bool all_of_columns(Visit&& visit, Sets&&... sets) {
    return visit(OwnershipColumn(), sets.ownership...) && visit(NumStoresColumn(), sets.num_stores...) &&
           visit(PriceTierColumn(), sets.price_tier...) && visit(ReviewsColumn(), sets.reviews...) &&
           visit(RatingColumn(), sets.rating...) && visit(FlagsColumn(), sets.flags...) &&
           visit(OpenedColumn(), sets.opened...) && visit(RefreshedColumn(), sets.refreshed...) &&
           visit(FoundedYearColumn(), sets.founded_year...) && visit(QualityColumn(), sets.quality...);
}

/// Calls `visit(row, member…)` for every column. `visit` returns nothing.
template <class Visit, class... Sets>
constexpr void for_each_column(Visit&& visit, Sets&&... sets) {
    all_of_columns(
        [&visit](auto row, auto&... members) {
            visit(row, members...);
            return true;
        },
        sets...);
}

/// Position of a row in the table.
template <class Row>
constexpr std::size_t column_index() noexcept {
    std::size_t index = 0;
    all_of_columns([&index](auto other) {
        const bool is_other = !std::is_same_v<decltype(other), Row>;
        index += is_other ? 1 : 0;
        return is_other;
    });
    return index;
}

/// Whether an index has the column only if one of its records has a value.
template <class Row>
inline constexpr bool is_optional_column = Row::since != 0;

/// The newest format that this build writes and reads. An index with all columns has it.
constexpr std::uint32_t find_newest_format() noexcept {
    std::uint32_t newest = format_version;
    for_each_column([&newest](auto row) { newest = row.since > newest ? row.since : newest; });
    return newest;
}
inline constexpr std::uint32_t newest_format_version = find_newest_format();

template <class Row>
using ValueOf = typename Row::Value;

/// The values of one record, missing at first.
struct ColumnValues : ColumnSet<ValueOf> {
    constexpr ColumnValues() noexcept {
        for_each_column([](auto row, auto& value) { value = row.missing; }, *this);
    }
};

template <class Row>
using OneByte = char;
inline constexpr std::size_t column_count = sizeof(ColumnSet<OneByte>);

constexpr std::size_t visited_columns() noexcept {
    std::size_t count = 0;
    for_each_column([&count](auto /*row*/) { ++count; });
    return count;
}
static_assert(visited_columns() == column_count, "all_of_columns() has a line for each member of ColumnSet");

}  // namespace bizrec::format
