#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "bizrec/format/columns.hpp"
#include "bizrec/format/layout.hpp"

namespace bizrec::builder {

/// The fields that the builder reads, in the order of docs/records.md. Fields of format/columns.hpp that are missing
/// here follow as further values. The builder keeps the values of all other names, but does not read them.
enum class Field : std::uint8_t {
    store_id,
    id,
    brand_id,
    business_name,
    store_name,
    brand_name,
    alternate_names,
    also_known_as,
    former_name,
    former_names,
    official_name,
    legal_name,
    website_url,
    website,
    root_domain,
    websites,
    social_media_links,
    place_id,
    source_id,
    from_sources,
    street_address,
    city,
    state,
    zip_code,
    zipcode,
    postal_code,
    country,
    latitude,
    lat,
    longitude,
    long_,  // NOLINT(readability-identifier-naming): `long` is taken
    lon,
    lng,
    num_stores,
    ownership_type,
    business_categories,
    tags,
    business_type,
    business_specialty,
    business_keywords,
    product_services_offered,
    brand_description,
    store_description,
    price_tier,
    google_reviews_count,
    yelp_reviews_count,
    google_rating,
    yelp_rating,
    website_status,
    has_valid_website,
    business_phones,
    store_phones,
    phone,
    business_emails,
    store_emails,
    open_date,
    info_refreshed_at,
    updated_at,
};

/// The names of these fields in records, in the order of the enumeration.
inline constexpr std::string_view named_fields[] = {
    "store_id",
    "id",
    "brand_id",
    "business_name",
    "store_name",
    "brand_name",
    "alternate_names",
    "also_known_as",
    "former_name",
    "former_names",
    "official_name",
    "legal_name",
    "website_url",
    "website",
    "root_domain",
    "websites",
    "social_media_links",
    "place_id",
    "source_id",
    "from_sources",
    "street_address",
    "city",
    "state",
    "zip_code",
    "zipcode",
    "postal_code",
    "country",
    "latitude",
    "lat",
    "longitude",
    "long",
    "lon",
    "lng",
    "num_stores",
    "ownership_type",
    "business_categories",
    "tags",
    "business_type",
    "business_specialty",
    "business_keywords",
    "product_services_offered",
    "brand_description",
    "store_description",
    "price_tier",
    "google_reviews_count",
    "yelp_reviews_count",
    "google_rating",
    "yelp_rating",
    "website_status",
    "has_valid_website",
    "business_phones",
    "store_phones",
    "phone",
    "business_emails",
    "store_emails",
    "open_date",
    "info_refreshed_at",
    "updated_at",
};
inline constexpr std::size_t named_field_count = sizeof named_fields / sizeof *named_fields;
static_assert(named_field_count == static_cast<std::size_t>(Field::updated_at) + 1);

/// Calls `visit(name)` for the fields of format/columns.hpp that are not in `named_fields`. They are further values of
/// Field, in the order of that table.
template <class Visit>
constexpr void for_each_further_field(Visit&& visit) {
    format::for_each_column([&visit](auto row) {
        for (const std::string_view name : row.fields) {
            bool is_named = false;
            for (const std::string_view named : named_fields) {
                is_named = is_named || named == name;
            }
            if (!is_named) {
                visit(name);
            }
        }
    });
}

constexpr std::size_t count_fields() noexcept {
    std::size_t count = named_field_count;
    for_each_further_field([&count](std::string_view /*name*/) { ++count; });
    return count;
}
inline constexpr std::size_t field_count = count_fields();

constexpr std::array<std::string_view, field_count> list_field_names() noexcept {
    std::array<std::string_view, field_count> names{};
    std::size_t count = 0;
    for (const std::string_view name : named_fields) {
        names[count++] = name;
    }
    for_each_further_field([&](std::string_view name) { names[count++] = name; });
    return names;
}
inline constexpr auto all_field_names = list_field_names();

/// The field at position `which` in the list of a column's fields.
template <class Row>
constexpr Field field_of_column(std::size_t which) noexcept {
    std::size_t field = 0;
    while (all_field_names[field] != Row::fields[which]) {
        ++field;
    }
    return static_cast<Field>(field);
}

/// The field's name in records.
std::string_view field_name(Field field) noexcept;

/// The field of this name; nullopt if there is none. Case-sensitive, as JSON names are.
std::optional<Field> find_field(std::string_view name) noexcept;

/// The values of ownership_type that filters accept, as the specification spells them.
inline constexpr std::pair<std::string_view, format::Ownership> ownership_names[] = {
    {"INDEPENDENT", format::Ownership::independent},
    {"FAMILY", format::Ownership::family},
    {"FRANCHISE", format::Ownership::franchise},
    {"CHAIN", format::Ownership::chain},
};

}  // namespace bizrec::builder
