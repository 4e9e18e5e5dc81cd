#include "bizrec/store/suppressed_field.hpp"

#include <algorithm>
#include <iterator>

#include "bizrec/format/record_json.hpp"

namespace bizrec::store {
namespace {

/// Members that identify or locate a record. Both searches and enrichments find records by these.
constexpr std::string_view of_everything[] = {
    "store_id",    "id",          "brand_id",     "website_url",
    "website",     "root_domain", "websites",     "social_media_links",
    "place_id",    "source_id",   "from_sources", "street_address",
    "city",        "state",       "zip_code",     "zipcode",
    "postal_code", "country",     "latitude",     "lat",
    "longitude",   "long",        "lon",          "lng",
};

constexpr std::string_view of_search[] = {
    "business_name",
    "store_name",
    "brand_name",
    "alternate_names",
    "also_known_as",
    "former_name",
    "former_names",
    "official_name",
    "legal_name",
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
    "open_date",
    "info_refreshed_at",
    "updated_at",
};

template <class Names>
bool has(const Names& names, std::string_view name) noexcept {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

}  // namespace

FieldUse use_of_field(std::string_view name) noexcept {
    if (has(of_everything, name)) {
        return FieldUse::everything;
    }
    return has(of_search, name) || format::is_name_in_a_language(name) ? FieldUse::search : FieldUse::nothing;
}

}  // namespace bizrec::store
