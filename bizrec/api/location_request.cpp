#include "bizrec/api/location_request.hpp"

#include <simdjson.h>

#include <algorithm>
#include <optional>
#include <string>

#include "bizrec/api/header_text.hpp"
#include "bizrec/api/known_fields.hpp"
#include "bizrec/api/request_notes.hpp"
#include "bizrec/base/ascii.hpp"
#include "bizrec/place/distance.hpp"
#include "bizrec/place/position.hpp"

namespace bizrec::api {
namespace {

namespace dom = simdjson::dom;

constexpr std::array<std::string_view, 7> location_fields = {"country", "state", "city",      "zip_code",
                                                             "lat",     "long",  "geo_radius"};
enum LocationField : std::size_t { country, state, city, zip_code, latitude, longitude, radius };

constexpr std::string_view code_separators = ",;/|&+\\:\t\r\n";

/// Whether a text is "02109" or "02109-1234". The parts of a code with a space ("114 55", "SW1A 1AA") are not.
bool is_zip_code(std::string_view text) noexcept {
    constexpr std::size_t digits = 5, plus_four = 10;
    return all_digits(text.substr(0, digits)) &&
           (text.size() == digits ||
            (text.size() == plus_four && text[digits] == '-' && all_digits(text.substr(digits + 1))));
}

/// Whether all pieces between spaces are ZIP codes. Not for Iran, where one code is written as twice five digits:
/// callers must exclude it.
bool are_zip_codes(std::string_view text) noexcept {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (end > 0 && !is_zip_code(text.substr(0, end))) {
            return false;
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return true;
}

/// Whether a text is a range of codes: "02108-02112", "02108 to 02112". A range is refused, because no list here has
/// the codes in between. Always false for Iran, where "12345-67890" is one code.
bool is_code_range(std::string_view country, std::string_view text) noexcept {
    constexpr std::size_t digits = 5;
    constexpr std::string_view marks[] = {"-", "..", "...", "to", "through", "\u2013", "\u2014"};
    if (text.size() < 2 * digits + 1 || country == "IR" || !all_digits(text.substr(0, digits)) ||
        !all_digits(text.substr(text.size() - digits))) {
        return false;
    }
    const std::string_view between = trim_blanks(text.substr(digits, text.size() - 2 * digits));
    return std::any_of(std::begin(marks), std::end(marks),
                       [between](std::string_view mark) { return equals_ignoring_case(between, mark); });
}

/// Replaces words between codes by commas: "02108 and 02109".
void replace_words_between(std::string& text) {
    for (const std::string_view word : {" and ", " or "}) {
        for (std::size_t at = 0; at + word.size() <= text.size(); ++at) {
            if (equals_ignoring_case(std::string_view(text).substr(at, word.size()), word)) {
                text.replace(at, word.size(), ",");
            }
        }
    }
}

/// Splits a list that arrived as one text: "02109, 02108".
void split_code_lists(std::string_view country, std::vector<std::string>& codes) {
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (codes[i].find(' ') != std::string::npos) {
            replace_words_between(codes[i]);
        }
        const std::string_view text = codes[i];
        if (text.find_first_not_of(",;/|&+\\:\t\r\n ") == std::string_view::npos) {
            continue;
        }
        const std::size_t listed = text.find_first_of(code_separators);
        const bool has_spaces = text.find(' ') != std::string_view::npos;
        if (listed == std::string_view::npos && (!has_spaces || country == "IR" || !are_zip_codes(text))) {
            continue;
        }
        const std::string_view separators = listed == std::string_view::npos ? " " : code_separators;
        const std::string all = codes[i];
        codes.erase(codes.begin() + static_cast<std::ptrdiff_t>(i));
        for (std::size_t begin = 0; begin <= all.size();) {
            const std::size_t end = std::min(all.find_first_of(separators, begin), all.size());
            const std::string_view code = trim_blanks(std::string_view(all).substr(begin, end - begin));
            if (!code.empty()) {
                codes.insert(codes.begin() + static_cast<std::ptrdiff_t>(i), std::string(code));
                ++i;
            }
            begin = end + 1;
        }
        --i;
    }
}

void reset(search::LocationFilter& filter) {
    filter.country.clear();
    filter.state.clear();
    filter.city.clear();
    filter.has_circle = false;
    filter.centre = place::Position();
    filter.radius_metres = 0;
}

}  // namespace

bool split_code_lists(std::string_view country, const FieldPath& path, std::vector<std::string>& codes,
                      ApiError& error) {
    split_code_lists(country, codes);
    for (const std::string& code : codes) {
        if (is_code_range(country, code)) {
            return refuse_field(error, path, "expected postal codes, got a range of them; give each code");
        }
    }
    if (codes.size() > max_postal_codes) {
        return refuse_field(error, path,
                            "expected at most " + std::to_string(max_postal_codes) + " postal codes, got " +
                                std::to_string(codes.size()));
    }
    return true;
}

bool read_country_name(const store::Generation& generation, std::string_view name, const FieldPath& path,
                       std::string& country, ApiError& error) {
    const std::optional<std::string> alpha2 = search::resolve_country(generation, name);
    if (!alpha2) {
        return refuse_field(error, path,
                            "unknown country " + quote_start(name) +
                                "; expected a code of ISO 3166-1 (US, USA) or an English name (United States)");
    }
    country = *alpha2;
    return true;
}

struct LocationReader::Circle {
    std::optional<double> latitude;
    std::optional<double> longitude;
    std::optional<std::int64_t> radius_metres;
};

bool LocationReader::read(dom::element value, std::vector<search::LocationFilter>& filters) {
    Refill<search::LocationFilter> refill(filters);
    dom::object object;
    dom::array array;
    if (value.get(object) == simdjson::SUCCESS) {
        if (!read_object(object, 0, refill.next())) {
            return false;
        }
    } else if (value.get(array) == simdjson::SUCCESS) {
        if (array.size() > max_location_objects) {
            return refuse_field(error_, {"location"},
                                "expected at most " + std::to_string(max_location_objects) + " objects, got " +
                                    std::to_string(array.size()));
        }
        std::int32_t index = 0;
        for (const dom::element element : array) {
            if (element.get(object) == simdjson::SUCCESS) {
                if (!read_object(object, index, refill.next())) {
                    return false;
                }
            } else if (!is_omitted(element)) {
                return refuse_value(error_, {"", index}, "an object", element);
            }
            ++index;
        }
        if (refill.used() == 0) {
            note_emptied_list(array, FieldPath::none, "location", notes_);
        }
    } else if (!is_omitted(value)) {
        return refuse_value(error_, {"location"}, "an object or an array of objects", value);
    }
    refill.finish();
    return true;
}

bool LocationReader::read_object(dom::object object, std::int32_t index, search::LocationFilter& filter) {
    KnownFields known(location_fields);
    Circle circle;
    bool has_postal_codes = false;
    reset(filter);
    for (const auto member : object) {
        const std::size_t field = known.find(member.key);
        if (field == known.unknown) {
            if (!meet_unknown_field(member.key, index, known, strict_, notes_, error_)) {
                return false;
            }
            continue;
        }
        if (!known.mark(field)) {
            return refuse_field(error_, {location_fields[field], index}, "the field stands twice in the object");
        }
        if (!read_field(field, member.value, index, filter, circle)) {
            return false;
        }
        has_postal_codes = has_postal_codes || field == zip_code;
    }
    if (!has_postal_codes) {
        filter.postal_codes.clear();
    }
    if (filter.country.empty()) {
        filter.country = "US";
        note_default({location_fields[country], index}, "US");
    }
    return split_code_lists(filter.country, {location_fields[zip_code], index}, filter.postal_codes, error_) &&
           finish_circle(index, circle, filter);
}

bool LocationReader::read_field(std::size_t field, dom::element value, std::int32_t index,
                                search::LocationFilter& filter, Circle& circle) {
    const FieldPath path{location_fields[field], index};
    std::string_view text;
    double degrees = 0;
    Reading reading = Reading::omitted;
    switch (field) {
        case country:
            return read_country(value, path, filter);
        case state:
        case city:
            reading = read_text(value, path, place_name_limit, text, error_);
            (field == state ? filter.state : filter.city) = text;
            break;
        case zip_code:
            return read_postal_codes(value, path, filter.postal_codes);
        case latitude:
        case longitude:
            reading = field == latitude ? read_number_between(value, path, -90, 90, degrees, error_)
                                        : read_number_between(value, path, -180, 180, degrees, error_);
            if (reading == Reading::given) {
                (field == latitude ? circle.latitude : circle.longitude) = degrees;
            }
            break;
        default:
            return read_radius(value, path, circle);
    }
    return reading != Reading::refused;
}

bool LocationReader::read_country(dom::element value, const FieldPath& path, search::LocationFilter& filter) {
    std::string_view text;
    const Reading reading = read_text(value, path, place_name_limit, text, error_);
    if (reading != Reading::given) {
        return reading == Reading::omitted;
    }
    return read_country_name(generation_, text, path, filter.country, error_);
}

bool LocationReader::read_postal_codes(dom::element value, FieldPath path, std::vector<std::string>& codes) {
    Refill<std::string> refill(codes);
    const auto read_one = [&](dom::element element) {
        std::string_view code;
        const Reading reading = read_text(element, path, postal_code_limit, code, error_);
        if (reading == Reading::given) {
            refill.next() = code;
        }
        return reading != Reading::refused;
    };
    dom::array array;
    if (value.is_string()) {
        if (!read_one(value)) {
            return false;
        }
    } else if (value.get(array) == simdjson::SUCCESS) {
        if (array.size() > max_postal_codes) {
            return refuse_field(error_, path,
                                "expected at most " + std::to_string(max_postal_codes) + " postal codes, got " +
                                    std::to_string(array.size()));
        }
        path.element = 0;
        for (const dom::element element : array) {
            if (!read_one(element)) {
                return false;
            }
            ++path.element;
        }
        if (refill.used() == 0) {
            note_emptied_list(array, path.location, path.name, notes_);
        }
    } else if (!value.is_null()) {
        return refuse_value(error_, path, "an array of strings, or one string", value);
    }
    refill.finish();
    return true;
}

bool LocationReader::read_radius(dom::element value, const FieldPath& path, Circle& circle) {
    std::int64_t metres = 0;
    const Reading reading = read_integer(value, path, metres, error_);
    if (reading != Reading::given) {
        return reading == Reading::omitted;
    }
    if (metres < 1 || metres > max_radius_metres) {
        return refuse_value(error_, path, "an integer from 1 to " + std::to_string(max_radius_metres) + " (metres)",
                            value);
    }
    circle.radius_metres = metres;
    return true;
}

bool LocationReader::finish_circle(std::int32_t index, const Circle& circle, search::LocationFilter& filter) {
    if (circle.latitude.has_value() != circle.longitude.has_value()) {
        const LocationField missing = circle.latitude ? longitude : latitude;
        return refuse_field(
            error_, {location_fields[missing], index},
            missing == longitude ? "is required where lat is given" : "is required where long is given");
    }
    if (!circle.latitude) {
        return !circle.radius_metres ||
               refuse_field(error_, {location_fields[radius], index}, "a radius needs lat and long, which are missing");
    }
    filter.has_circle = true;
    filter.centre = place::make_position(*circle.latitude, *circle.longitude).value_or(place::Position());
    filter.radius_metres = static_cast<double>(circle.radius_metres.value_or(default_radius_metres));
    if (!circle.radius_metres) {
        note_default({location_fields[radius], index}, std::to_string(default_radius_metres));
    }
    return true;
}

void LocationReader::note_default(const FieldPath& path, std::string_view value) {
    if (defaults_.used() == max_header_names) {
        return;
    }
    std::string& note = defaults_.next();
    note.clear();
    path.append_to(note);
    note += '=';
    note += value;
}

}  // namespace bizrec::api
