#include "lmdb_builder/customers/clue.hpp"

#include <cmath>
#include <string>

#include "bizrec/base/json_text.hpp"
#include "bizrec/base/numbers.hpp"
#include "lmdb_builder/import/csv_numbers.hpp"
#include "lmdb_builder/import/geo_point.hpp"

namespace bizrec::builder {
namespace {

void append_member(std::string& out, std::string_view name, std::string_view text) {
    if (!text.empty()) {
        out += out.back() == '{' ? "\"" : ",\"";
        out.append(name).append("\":");
        append_json_string(out, text);
    }
}

/// Reads a number of degrees. It has no thousands separator, so a comma is the decimal point.
bool read_degrees(std::string_view text, double& degrees) {
    constexpr std::size_t most = 32;
    return read_decimal(text, degrees) ||
           (text.size() <= most && read_decimal(with_point(text, Decimal::comma), degrees));
}

void append_circle(std::string& out, const Clues& clues) {
    double latitude = 0, longitude = 0;
    if (read_coordinates(clues, latitude, longitude)) {
        out += out.back() == '{' ? "" : ",";
        out += "\"lat\":" + shortest_decimal(latitude) + ",\"long\":" + shortest_decimal(longitude);
    }
}

}  // namespace

std::string_view clue_name(Clue clue) noexcept {
    constexpr std::array<std::string_view, clue_count> names{"website", "profile",  "country",  "state",
                                                             "city",    "zip-code", "latitude", "longitude"};
    return names[static_cast<std::size_t>(clue)];
}

bool Clues::has_place() const noexcept {
    for (const Clue clue : all_clues) {
        if (clue > Clue::profile && !text(clue).empty()) {
            return true;
        }
    }
    return false;
}

bool read_coordinates(const Clues& clues, double& latitude, double& longitude) noexcept {
    return read_degrees(clues.text(Clue::latitude), latitude) && read_degrees(clues.text(Clue::longitude), longitude) &&
           std::isfinite(latitude) && std::isfinite(longitude);
}

void write_request(const Clues& clues, bool with_place, std::string_view default_country, std::string& body) {
    body = '{';
    append_member(body, "website", clues.text(Clue::website));
    append_member(body, "social_media_link", clues.text(Clue::profile));
    if (with_place) {
        body += body.back() == '{' ? "\"location\":{" : ",\"location\":{";
        const std::string_view country = clues.text(Clue::country);
        append_member(body, "country", country.empty() ? default_country : country);
        append_member(body, "state", clues.text(Clue::state));
        append_member(body, "city", clues.text(Clue::city));
        append_member(body, "zip_code", clues.text(Clue::zip_code));
        append_circle(body, clues);
        body += '}';
    }
    body += body.back() == '{' ? "\"limit\":1,\"estimate_total\":true}" : ",\"limit\":1,\"estimate_total\":true}";
}

}  // namespace bizrec::builder
