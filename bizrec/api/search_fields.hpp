#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "bizrec/format/columns.hpp"

namespace bizrec::api {

/// The fields of a search request (docs/api.md, "Search fields") that are no filter on a column.
enum class SearchField : std::size_t {
    query,
    location,
    limit,
    estimate_total,
    cursor,
    tags,
    store_name,
    include_keywords,
    exclude_keywords,
    include_root_domains,
    exclude_root_domains,
};

inline constexpr std::array<std::string_view, 11> text_field_names = {
    "query",
    "location",
    "limit",
    "estimate_total",
    "cursor",
    "tags",
    "store_name",
    "include_keywords",
    "exclude_keywords",
    "include_root_domains",
    "exclude_root_domains",
};

constexpr std::string_view name_of(SearchField field) noexcept {
    return text_field_names[static_cast<std::size_t>(field)];
}

/// Number of the first filter of a column among all filters of the table.
template <class Row>
constexpr std::size_t first_filter() noexcept {
    std::size_t first = 0;
    std::size_t filters = 0;
    format::for_each_column([&](auto row) {
        first = std::is_same_v<decltype(row), Row> ? filters : first;
        filters += row.filters.size();
    });
    return first;
}

constexpr std::size_t count_filters() noexcept {
    std::size_t count = 0;
    format::for_each_column([&count](auto row) { count += row.filters.size(); });
    return count;
}

/// A field of a search request: a SearchField, or a filter on a column.
struct SearchFieldName {
    std::string_view name;
    bool is_filter = false;
    std::size_t number = 0;  ///< number of the SearchField, or of the filter (see first_filter())
};
inline constexpr std::size_t search_field_count = text_field_names.size() + count_filters();

/// All fields, in the order of messages: the filters on dates come last, and the other filters come before
/// `include_keywords`.
constexpr std::array<SearchFieldName, search_field_count> list_search_fields() noexcept {
    std::array<SearchFieldName, search_field_count> all{};
    std::size_t next = 0;
    const auto add = [&](SearchField first, SearchField last) {
        for (auto number = static_cast<std::size_t>(first); number <= static_cast<std::size_t>(last); ++number) {
            all[next++] = {text_field_names[number], false, number};
        }
    };
    const auto add_filters = [&](bool on_dates) {
        format::for_each_column([&](auto row) {
            for (std::size_t i = 0; i < row.filters.size() && (row.kind == format::ColumnKind::time) == on_dates; ++i) {
                all[next++] = {row.filters[i].name, true, first_filter<decltype(row)>() + i};
            }
        });
    };
    add(SearchField::query, SearchField::store_name);
    add_filters(false);
    add(SearchField::include_keywords, SearchField::exclude_root_domains);
    add_filters(true);
    return all;
}
inline constexpr auto search_fields = list_search_fields();

constexpr std::array<std::string_view, search_field_count> list_search_field_names() noexcept {
    std::array<std::string_view, search_field_count> names{};
    for (std::size_t i = 0; i < names.size(); ++i) {
        names[i] = search_fields[i].name;
    }
    return names;
}
inline constexpr auto search_field_names = list_search_field_names();

}  // namespace bizrec::api
