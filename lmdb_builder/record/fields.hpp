#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace bizrec::builder {

/// The field names that the builder reads, in the order of docs/records.md. It only keeps the values of all other
/// names.
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
inline constexpr std::size_t field_count = static_cast<std::size_t>(Field::updated_at) + 1;

/// The field's name in records.
std::string_view field_name(Field field) noexcept;

/// Case-sensitive, as JSON names are.
std::optional<Field> find_field(std::string_view name) noexcept;

}  // namespace bizrec::builder
