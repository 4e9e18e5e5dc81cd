#include "lmdb_builder/customers/company_query.hpp"

#include <simdjson.h>

#include "bizrec/api/location_request.hpp"
#include "bizrec/base/ascii.hpp"
#include "bizrec/place/distance.hpp"

namespace bizrec::builder {
namespace {

/// A row of this size gives a body that the server accepts, even if every byte must be escaped.
constexpr std::size_t usual_bytes = 8192;

constexpr api::FieldPath place_field(std::string_view name) noexcept {
    return {name, 0};
}

bool is_utf8(std::string_view text) noexcept {
    return all_ascii(text) || simdjson::validate_utf8(text.data(), text.size());
}

bool has_usual_texts(const Clues& clues, std::string_view default_country) noexcept {
    std::size_t bytes = default_country.size();
    for (const std::string_view text : clues.texts) {
        bytes += text.size();
        if (bytes > usual_bytes || !is_utf8(text)) {
            return false;
        }
    }
    return is_utf8(default_country);
}

bool is_usual(const Clues& clues, std::string_view default_country) {
    double latitude = 0, longitude = 0;
    return has_usual_texts(clues, default_country) &&
           (!read_coordinates(clues, latitude, longitude) || place::make_position(latitude, longitude).has_value());
}

void read_circle(const Clues& clues, search::LocationFilter& filter) {
    double latitude = 0, longitude = 0;
    filter.has_circle = read_coordinates(clues, latitude, longitude);
    filter.centre = place::Position();
    filter.radius_metres = 0;
    if (filter.has_circle) {
        filter.centre = place::make_position(latitude, longitude).value_or(place::Position());
        filter.radius_metres = static_cast<double>(api::default_radius_metres);
    }
}

}  // namespace

bool CompanyQueryReader::read(const Clues& clues, bool with_place, std::string_view default_country,
                              search::EnrichQuery& query) {
    if (!is_usual(clues, default_country)) {
        return read_body(clues, with_place, default_country, query);
    }
    query.has_website = query.has_profile = query.has_cursor = false;
    query.limit = 1;
    query.estimate_total = true;
    query.locations.resize(with_place ? 1 : 0);
    return read_links(clues, query) && (!with_place || read_place(clues, default_country, query.locations[0])) &&
           api::has_link(query, error_);
}

bool CompanyQueryReader::read_body(const Clues& clues, bool with_place, std::string_view default_country,
                                   search::EnrichQuery& query) {
    write_request(clues, with_place, default_country, body_);
    return parser_.parse(body_, false, *generation_, query, notes_, error_);
}

bool CompanyQueryReader::read_links(const Clues& clues, search::EnrichQuery& query) {
    return api::read_link_text(*generation_, api::LinkField::website, clues.text(Clue::website), query, error_) &&
           api::read_link_text(*generation_, api::LinkField::social_media_link, clues.text(Clue::profile), query,
                               error_);
}

bool CompanyQueryReader::read_place(const Clues& clues, std::string_view default_country,
                                    search::LocationFilter& filter) {
    const std::string_view country = clues.text(Clue::country);
    if (!read_country(country.empty() ? default_country : country, filter) ||
        !read_text(clues.text(Clue::state), "state", api::place_name_limit, filter.state) ||
        !read_text(clues.text(Clue::city), "city", api::place_name_limit, filter.city) ||
        !read_postal_code(clues.text(Clue::zip_code), filter)) {
        return false;
    }
    read_circle(clues, filter);
    return true;
}

/// Reads a text field as the server does. `text` is "" if the field is omitted. Returns false if it is refused.
bool CompanyQueryReader::read_text(std::string_view came, std::string_view field, api::TextLimit limit,
                                   std::string& text) {
    std::string_view given;
    const api::Reading reading = api::check_text(came, place_field(field), limit, given, error_);
    text = given;
    return reading != api::Reading::refused;
}

bool CompanyQueryReader::read_country(std::string_view came, search::LocationFilter& filter) {
    std::string_view given;
    const api::FieldPath field = place_field("country");
    filter.country = "US";
    const api::Reading reading = api::check_text(came, field, api::place_name_limit, given, error_);
    return reading == api::Reading::given ? api::read_country_name(*generation_, given, field, filter.country, error_)
                                          : reading == api::Reading::omitted;
}

bool CompanyQueryReader::read_postal_code(std::string_view came, search::LocationFilter& filter) {
    filter.postal_codes.resize(1);
    if (!read_text(came, "zip_code", api::postal_code_limit, filter.postal_codes[0])) {
        return false;
    }
    filter.postal_codes.resize(filter.postal_codes[0].empty() ? 0 : 1);
    return api::split_code_lists(filter.country, place_field("zip_code"), filter.postal_codes, error_);
}

}  // namespace bizrec::builder
