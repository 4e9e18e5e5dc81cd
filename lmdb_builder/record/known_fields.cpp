#include "lmdb_builder/record/known_fields.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace bizrec::builder {
namespace {

constexpr std::array<std::string_view, field_count> names = {
    "store_id",
    "id",
    "brand_id",
    "business_name",
    "store_name",
    "brand_name",
    "website_url",
    "website",
    "root_domain",
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

using NamedField = std::pair<std::string_view, Field>;

const std::array<NamedField, field_count>& fields_by_name() {
    static const auto table = [] {
        std::array<NamedField, field_count> out;
        for (std::size_t i = 0; i < field_count; ++i) {
            out[i] = {names[i], static_cast<Field>(i)};
        }
        std::sort(out.begin(), out.end());
        return out;
    }();
    return table;
}

bool is_missing(simdjson::dom::element value) noexcept {
    if (value.is_null()) {
        return true;
    }
    std::string_view text;
    return value.get_string().get(text) == simdjson::SUCCESS && text.empty();
}

}  // namespace

std::string_view field_name(Field field) noexcept {
    return names[static_cast<std::size_t>(field)];
}

std::optional<Field> find_field(std::string_view name) noexcept {
    const auto& table = fields_by_name();
    const auto found =
        std::lower_bound(table.begin(), table.end(), name,
                         [](const NamedField& entry, std::string_view key) { return entry.first < key; });
    if (found == table.end() || found->first != name) {
        return std::nullopt;
    }
    return found->second;
}

bool KnownFields::collect(simdjson::dom::object record, RejectReason& reason) {
    present_.fill(false);
    for (const auto& member : record) {
        const auto field = find_field(member.key);
        if (!field) {
            continue;
        }
        const auto slot = static_cast<std::size_t>(*field);
        if (present_[slot]) {
            reason = {std::string(member.key), "duplicate_field", "expected each known field once, got it twice"};
            return false;
        }
        present_[slot] = true;
        values_[slot] = member.value;
    }
    return true;
}

std::optional<GivenField> KnownFields::first_of(std::initializer_list<Field> candidates) const noexcept {
    for (const Field field : candidates) {
        const auto slot = static_cast<std::size_t>(field);
        if (present_[slot] && !is_missing(values_[slot])) {
            return GivenField{field, values_[slot]};
        }
    }
    return std::nullopt;
}

}  // namespace bizrec::builder
