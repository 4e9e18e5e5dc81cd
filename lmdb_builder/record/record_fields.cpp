#include "lmdb_builder/record/record_fields.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "bizrec/base/ascii.hpp"
#include "bizrec/place/distance.hpp"
#include "bizrec/place/position.hpp"
#include "lmdb_builder/record/aliases.hpp"
#include "lmdb_builder/record/known_fields.hpp"
#include "lmdb_builder/record/ownership.hpp"
#include "lmdb_builder/record/place_id.hpp"
#include "lmdb_builder/record/quality.hpp"
#include "lmdb_builder/record/social_links.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t max_count = format::missing_count - 1;

bool read_names(FieldReader& reader, Record& record) {
    for (const Field field : {Field::business_name, Field::store_name, Field::brand_name}) {
        std::string name;
        if (!reader.text({field}, name)) {
            return false;
        }
        if (!name.empty()) {
            record.names.push_back(std::move(name));
        }
    }
    if (!record.names.empty()) {
        record.name = record.names.front();
    }
    return true;
}

bool read_other_names(FieldReader& reader, Record& record) {
    for (const Field field : {Field::alternate_names, Field::also_known_as, Field::former_name, Field::former_names,
                              Field::official_name, Field::legal_name}) {
        if (!reader.text_or_list({field}, record.other_names)) {
            return false;
        }
    }
    for (const KnownFields::NameInLanguage& name : reader.fields().names_by_language()) {
        std::string_view text;
        const StringFault fault = FieldReader::string_value(name.value, text);
        if (fault != StringFault::none) {
            return reader.refuse_string(fault, std::string(name.field), "a string", name.value);
        }
        if (!text.empty()) {
            record.other_names.emplace_back(text);
        }
    }
    return true;
}

bool read_identity(FieldReader& reader, Record& record) {
    bool valid_website = false;
    if (!reader.text(aliases::website, record.website) || !reader.text({Field::root_domain}, record.root_domain) ||
        !reader.text_or_list({Field::websites}, record.websites) || !read_social_links(reader, record.profiles) ||
        !read_place_id(reader, record.place_id) || !reader.boolean(aliases::valid_website, valid_website)) {
        return false;
    }
    const bool has_website = !record.website.empty() || !record.root_domain.empty() || !record.websites.empty();
    record.flags = static_cast<std::uint8_t>(record.flags | (has_website ? format::flag::has_website : 0) |
                                             (valid_website ? format::flag::has_valid_website : 0));
    return true;
}

bool read_country(FieldReader& reader, const PlaceCatalog& catalog, std::string& country) {
    std::string text;
    if (!reader.text({Field::country}, text)) {
        return false;
    }
    country = catalog.country(text);
    return !country.empty() || text.empty() ||
           reader.refuse("out_of_range", "country", "an ISO 3166-1 code or the English name of a country",
                         reader.fields().first_of({Field::country})->value);
}

bool read_place(FieldReader& reader, const PlaceCatalog& catalog, Record& record, ExtraFacts& extra) {
    if (!reader.text({Field::street_address}, record.street) || !reader.text({Field::city}, record.city) ||
        !reader.text({Field::state}, record.state) || !reader.text(aliases::postal_code, record.postal_code) ||
        !read_country(reader, catalog, record.country)) {
        return false;
    }
    extra.has_street = !record.street.empty();
    return true;
}

bool read_position(FieldReader& reader, Record& record) {
    double latitude = 0;
    double longitude = 0;
    bool has_latitude = false;
    bool has_longitude = false;
    if (!reader.number(aliases::latitude, -90, 90, latitude, has_latitude) ||
        !reader.number(aliases::longitude, -180, 180, longitude, has_longitude)) {
        return false;
    }
    // Geocoders write (0,0) if they find nothing. A single coordinate is no position.
    const bool is_null_island = latitude == 0 && longitude == 0;
    if (has_latitude && has_longitude && !is_null_island) {
        record.position = place::make_position(latitude, longitude).value_or(place::Position{});
    }
    return true;
}

bool read_ratings(FieldReader& reader, Record& record) {
    double google = 0;
    double yelp = 0;
    bool has_google = false;
    bool has_yelp = false;
    if (!reader.number({Field::google_rating}, 0, 5, google, has_google) ||
        !reader.number({Field::yelp_rating}, 0, 5, yelp, has_yelp)) {
        return false;
    }
    if (has_google || has_yelp) {
        record.rating = static_cast<float>(has_google ? google : yelp);
    }
    return true;
}

bool read_reviews(FieldReader& reader, Record& record) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t google = 0;
    std::uint64_t yelp = 0;
    bool has_google = false;
    bool has_yelp = false;
    if (!reader.integer({Field::google_reviews_count}, 0, most, google, has_google) ||
        !reader.integer({Field::yelp_reviews_count}, 0, most, yelp, has_yelp)) {
        return false;
    }
    if (has_google || has_yelp) {
        // Each is limited first, so that the sum cannot overflow.
        const std::uint64_t sum = std::min(google, max_count) + std::min(yelp, max_count);
        record.reviews = static_cast<std::uint32_t>(std::min(sum, max_count));
    }
    return true;
}

bool read_numbers(FieldReader& reader, Record& record) {
    std::uint64_t stores = 0;
    std::uint64_t tier = 0;
    bool has_stores = false;
    bool has_tier = false;
    if (!reader.integer({Field::num_stores}, 0, max_count, stores, has_stores) ||
        !reader.integer({Field::price_tier}, 1, 4, tier, has_tier)) {
        return false;
    }
    if (has_stores) {
        record.num_stores = static_cast<std::uint32_t>(stores);
    }
    if (has_tier) {
        record.price_tier = static_cast<std::uint8_t>(tier);
    }
    return read_reviews(reader, record) && read_ratings(reader, record);
}

bool read_ownership(FieldReader& reader, Record& record) {
    std::string text;
    if (!reader.text({Field::ownership_type}, text)) {
        return false;
    }
    upper_in_place(text);
    for (const auto& [name, value] : ownership_names) {
        if (text == name) {
            record.ownership = static_cast<std::uint8_t>(value);
        }
    }
    return true;
}

/// The first categories, for the shared-domain rule.
std::string trades_of(const std::vector<std::string>& categories) {
    constexpr std::size_t max_trade_bytes = 256;
    std::string trades;
    for (const std::string& category : categories) {
        if (trades.size() + category.size() < max_trade_bytes) {
            trades.append(category).push_back('\n');
        }
    }
    return trades;
}

bool read_texts(FieldReader& reader, Record& record, ExtraFacts& extra) {
    if (!reader.list({Field::business_categories}, record.labels)) {
        return false;
    }
    record.trades = trades_of(record.labels);
    if (!reader.list({Field::tags}, record.labels)) {
        return false;
    }
    for (const Field field : {Field::business_type, Field::business_specialty, Field::business_keywords,
                              Field::product_services_offered, Field::brand_description, Field::store_description}) {
        if (!reader.text_or_list({field}, record.texts)) {
            return false;
        }
    }
    extra.has_categories = !record.labels.empty();
    extra.has_description = !record.texts.empty();
    return true;
}

bool read_contacts(FieldReader& reader, Record& record) {
    bool any = false;
    for (const Field field : {Field::business_phones, Field::store_phones, Field::phone}) {
        if (!reader.text_or_list({field}, record.phones)) {
            return false;
        }
    }
    for (const Field field : {Field::business_emails, Field::store_emails}) {
        if (!reader.text_or_list({field}, any)) {
            return false;
        }
    }
    any = any || !record.phones.empty();
    record.flags = static_cast<std::uint8_t>(record.flags | (any ? format::flag::has_contact_info : 0));
    return true;
}

bool read_times(FieldReader& reader, Record& record) {
    return reader.date_time({Field::open_date}, record.opened) &&
           reader.date_time(aliases::refreshed, record.refreshed);
}

}  // namespace

bool read_ids(FieldReader& reader, Record& record) {
    bool given = false;
    if (!reader.uuid(aliases::id, record.id, given)) {
        return reader.name_way_for_other_ids();
    }
    return given ? reader.uuid({Field::brand_id}, record.brand, record.has_brand) : reader.refuse_missing_id();
}

bool read_record(FieldReader& reader, const PlaceCatalog& catalog, Record& record) {
    ExtraFacts extra;
    if (!read_names(reader, record) || !read_other_names(reader, record) || !read_identity(reader, record) ||
        !read_place(reader, catalog, record, extra) || !read_position(reader, record) ||
        !read_numbers(reader, record) || !read_ownership(reader, record) || !read_texts(reader, record, extra) ||
        !read_contacts(reader, record) || !read_times(reader, record)) {
        return false;
    }
    record.quality = quality_of(record, extra);
    return true;
}

}  // namespace bizrec::builder
