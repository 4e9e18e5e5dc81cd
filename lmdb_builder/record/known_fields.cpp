#include "lmdb_builder/record/known_fields.hpp"

#include <simdjson.h>

#include <string>

#include "bizrec/format/record_json.hpp"
#include "bizrec/text/visible.hpp"

namespace bizrec::builder {
namespace {

constexpr std::array<std::string_view, field_count> names = {
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

/// The fields in a table with open addressing. Most look-ups end at the first slot.
class FieldTable {
public:
    FieldTable() noexcept {
        slots_.fill(free);
        for (std::size_t i = 0; i < field_count; ++i) {
            std::size_t at = home(names[i]);
            while (slots_[at] != free) {
                at = (at + 1) % slot_count;
            }
            slots_[at] = static_cast<std::uint8_t>(i);
        }
    }

    std::optional<Field> find(std::string_view name) const noexcept {
        if (name.empty()) {
            return std::nullopt;
        }
        for (std::size_t at = home(name); slots_[at] != free; at = (at + 1) % slot_count) {
            if (names[slots_[at]] == name) {
                return static_cast<Field>(slots_[at]);
            }
        }
        return std::nullopt;
    }

private:
    static constexpr std::size_t slot_count = 1024;
    static constexpr std::uint8_t free = 0xFF;
    static_assert(field_count < free && field_count * 4 < slot_count);

    /// A hash of a non-empty name: its length and three of its characters.
    static std::size_t home(std::string_view name) noexcept {
        const auto at = [&](std::size_t i) { return std::size_t{static_cast<unsigned char>(name[i])}; };
        return (name.size() * 197 + at(0) * 31 + at(name.size() / 2) * 7 + at(name.size() - 1) * 113) % slot_count;
    }

    std::array<std::uint8_t, slot_count> slots_;
};

bool is_missing(simdjson::dom::element value) noexcept {
    if (value.is_null()) {
        return true;
    }
    std::string_view text;
    return value.get_string().get(text) == simdjson::SUCCESS && text::is_blank(text);
}

}  // namespace

std::string_view field_name(Field field) noexcept {
    return names[static_cast<std::size_t>(field)];
}

std::optional<Field> find_field(std::string_view name) noexcept {
    static const FieldTable table;
    return table.find(name);
}

void KnownFields::count(std::array<std::uint64_t, field_count>& given) const noexcept {
    for (std::size_t slot = 0; slot < field_count; ++slot) {
        given[slot] += present_[slot] && !is_missing(values_[slot]) ? 1 : 0;
    }
}

bool KnownFields::collect(simdjson::dom::object record, RejectReason& reason) {
    present_.fill(false);
    unread_.clear();
    names_by_language_.clear();
    for (const auto& member : record) {
        const auto field = find_field(member.key);
        if (!field && format::is_name_in_a_language(member.key)) {
            names_by_language_.push_back({member.key, member.value});
            continue;
        }
        if (!field) {
            unread_.push_back(member.key);
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
