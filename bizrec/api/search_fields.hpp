#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace bizrec::api {

/// The fields of a search request (docs/api.md, "Search fields"), in the order in which messages list them.
enum class SearchField : std::size_t {
    query,
    location,
    limit,
    estimate_total,
    cursor,
    tags,
    store_name,
    ownership_type,
    min_locations,
    max_locations,
    min_price_tier,
    max_price_tier,
    min_total_reviews,
    max_total_reviews,
    min_overall_rating,
    max_overall_rating,
    has_website,
    has_valid_website,
    has_contact_info,
    include_keywords,
    exclude_keywords,
    include_root_domains,
    exclude_root_domains,
    open_date_after,
    open_date_before,
    info_updated_after,
    info_updated_before,
};

inline constexpr std::array<std::string_view, 27> search_field_names = {
    "query",
    "location",
    "limit",
    "estimate_total",
    "cursor",
    "tags",
    "store_name",
    "ownership_type",
    "min_locations",
    "max_locations",
    "min_price_tier",
    "max_price_tier",
    "min_total_reviews",
    "max_total_reviews",
    "min_overall_rating",
    "max_overall_rating",
    "has_website",
    "has_valid_website",
    "has_contact_info",
    "include_keywords",
    "exclude_keywords",
    "include_root_domains",
    "exclude_root_domains",
    "open_date_after",
    "open_date_before",
    "info_updated_after",
    "info_updated_before",
};

constexpr std::string_view name_of(SearchField field) noexcept {
    return search_field_names[static_cast<std::size_t>(field)];
}

}  // namespace bizrec::api
