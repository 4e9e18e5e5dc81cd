#include "lmdb_builder/record/record_fields.hpp"

#include <simdjson.h>
#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "bizrec/base/ascii.hpp"
#include "bizrec/place/distance.hpp"
#include "bizrec/place/position.hpp"
#include "bizrec/text/visible.hpp"
#include "lmdb_builder/record/aliases.hpp"
#include "lmdb_builder/record/fields.hpp"
#include "lmdb_builder/record/known_fields.hpp"
#include "lmdb_builder/record/quality.hpp"

namespace bizrec::builder {
namespace {

constexpr std::string_view provider_prefix = "GOOGLE_MAP@";

bool read_from_sources(FieldReader& reader, std::string& out) {
    const auto given = reader.fields().first_of({Field::from_sources});
    simdjson::dom::object sources;
    simdjson::dom::object provider;
    simdjson::dom::element id;
    if (!given || given->value.get_object().get(sources) != simdjson::SUCCESS ||
        sources["GOOGLE_MAP"].get_object().get(provider) != simdjson::SUCCESS ||
        provider["id"].get(id) != simdjson::SUCCESS) {
        return true;
    }
    std::string_view value;
    const StringFault fault = FieldReader::string_value(id, value);
    if (fault != StringFault::none) {
        return reader.refuse_string(fault, "from_sources.GOOGLE_MAP.id", "a string", id);
    }
    out = value;
    return true;
}

}  // namespace

bool read_place_id(FieldReader& reader, std::string& out) {
    std::string source_id;
    std::string from_sources;
    if (!reader.text({Field::place_id}, out) || !reader.text({Field::source_id}, source_id) ||
        !read_from_sources(reader, from_sources)) {
        return false;
    }
    if (out.empty() && source_id.compare(0, provider_prefix.size(), provider_prefix) == 0) {
        out = source_id.substr(provider_prefix.size());
        out = text::is_blank(out) ? std::string() : out;
    }
    if (out.empty()) {
        out = std::move(from_sources);
    }
    return true;
}

namespace {

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

template <class Row>
using WideOf = std::conditional_t<std::is_floating_point_v<typename Row::Value>, double, std::uint64_t>;

template <class Row>
bool read_wide(FieldReader& reader, FieldReader::Names names, WideOf<Row>& number, bool& is_given) {
    if constexpr (std::is_floating_point_v<typename Row::Value>) {
        return reader.number(names, static_cast<int>(Row::min), static_cast<int>(Row::max), number, is_given);
    } else {
        constexpr std::uint64_t max = Row::field_rule == format::FieldRule::sum ? UINT64_MAX : Row::max;
        return reader.integer(names, Row::min, max, number, is_given);
    }
}

/// Reads the fields of a column one by one. By the column's rule, its value is their sum or the first that is given.
template <class Row, std::size_t... Which>
bool read_each(FieldReader& reader, typename Row::Value& value, std::index_sequence<Which...> /*fields*/) {
    constexpr auto max = static_cast<WideOf<Row>>(Row::max);
    std::array<WideOf<Row>, sizeof...(Which)> numbers{};
    std::array<bool, sizeof...(Which)> is_given{};
    if (!(read_wide<Row>(reader, {field_of_column<Row>(Which)}, numbers[Which], is_given[Which]) && ...)) {
        return false;
    }
    if constexpr (Row::field_rule == format::FieldRule::sum) {
        // Each number is limited first, so that the sum cannot overflow.
        const WideOf<Row> sum = (std::min(numbers[Which], max) + ...);
        value = (is_given[Which] || ...) ? static_cast<typename Row::Value>(std::min(sum, max)) : value;
    } else {
        const auto first =
            static_cast<std::size_t>(std::find(is_given.begin(), is_given.end(), true) - is_given.begin());
        value = first < numbers.size() ? static_cast<typename Row::Value>(numbers[first]) : value;
    }
    return true;
}

template <class Row, std::size_t... Which>
bool read_aliases(FieldReader& reader, typename Row::Value& value, std::index_sequence<Which...> /*fields*/) {
    const FieldReader::Names names = {field_of_column<Row>(Which)...};
    if constexpr (Row::kind == format::ColumnKind::time) {
        return reader.date_time(names, value);
    } else {
        WideOf<Row> number = 0;
        bool is_given = false;
        const bool good = read_wide<Row>(reader, names, number, is_given);
        value = good && is_given ? static_cast<typename Row::Value>(number) : value;
        return good;
    }
}

/// Reads the columns of this kind.
template <format::ColumnKind Kind>
bool read_columns(FieldReader& reader, Record& record) {
    return format::all_of_columns(
        [&reader](auto row, auto& value) {
            using Row = decltype(row);
            if constexpr (Row::kind != Kind) {
                return true;
            } else if constexpr (Row::field_rule == format::FieldRule::aliases) {
                return read_aliases<Row>(reader, value, std::make_index_sequence<Row::fields.size()>());
            } else {
                return read_each<Row>(reader, value, std::make_index_sequence<Row::fields.size()>());
            }
        },
        record);
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

/// The categories that fit into 256 bytes, one per line. A category that does not fit is skipped, and shorter ones
/// after it may still fit. The rules for shared domains use them.
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
        !read_columns<format::ColumnKind::number>(reader, record) || !read_ownership(reader, record) ||
        !read_texts(reader, record, extra) || !read_contacts(reader, record) ||
        !read_columns<format::ColumnKind::time>(reader, record)) {
        return false;
    }
    record.quality = quality_of(record, extra);
    return true;
}

}  // namespace bizrec::builder
