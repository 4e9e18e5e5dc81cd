#include "bizrec/store/suppressed_field.hpp"

#include <algorithm>
#include <iterator>

#include "bizrec/format/columns.hpp"
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

/// Members that only searches use: a search finds the record by their words. Searches also use the fields of columns.
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
    "business_categories",
    "tags",
    "business_type",
    "business_specialty",
    "business_keywords",
    "product_services_offered",
    "brand_description",
    "store_description",
};

template <class Names>
bool has(const Names& names, std::string_view name) noexcept {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool is_in_a_column(std::string_view name) noexcept {
    bool is_in_one = false;
    format::for_each_column([&](auto row) { is_in_one = is_in_one || has(row.fields, name); });
    return is_in_one;
}

}  // namespace

FieldUse use_of_field(std::string_view name) noexcept {
    if (has(of_everything, name)) {
        return FieldUse::everything;
    }
    return has(of_search, name) || is_in_a_column(name) || format::is_name_in_a_language(name) ? FieldUse::search
                                                                                               : FieldUse::nothing;
}

}  // namespace bizrec::store
