#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bizrec/api/enrich_request.hpp"
#include "bizrec/api/field_error.hpp"
#include "bizrec/api/field_values.hpp"
#include "bizrec/api/refill.hpp"
#include "bizrec/base/json_parser.hpp"

namespace bizrec::api {

inline constexpr std::size_t max_location_objects = 100;
inline constexpr std::size_t max_postal_codes = 1000;  ///< in one location object
inline constexpr TextLimit postal_code_limit{32, TextLimit::Unit::code_points};
/// Maximum length of a country, state or city.
inline constexpr TextLimit place_name_limit{200, TextLimit::Unit::code_points};
inline constexpr std::int64_t default_radius_metres = 50000;
inline constexpr std::int64_t max_radius_metres = 500000;

/// Overwrites `country` with the alpha-2 code of the country that has `name` as its code or English name. Returns false
/// with `error` set if there is no such country.
bool read_country_name(const store::Generation& generation, std::string_view name, const FieldPath& path,
                       std::string& country, ApiError& error);

/// Replaces each text that lists several codes ("02109, 02108") by these codes. Returns false with `error` set if a
/// text is a range of codes, or if there are too many codes.
bool split_code_lists(std::string_view country, const FieldPath& path, std::vector<std::string>& codes,
                      ApiError& error);

/// Reads the `location` of an enrichment or a search (docs/api.md, "Location filter"): one object or an array of
/// objects. Messages call a single object `location[0]`, as if it were the first of an array.
class LocationReader {
public:
    /// `strict`: unknown fields are refused.
    LocationReader(const store::Generation& generation, bool strict, RequestNotes& notes, ApiError& error)
        : generation_(generation), strict_(strict), notes_(notes), error_(error), defaults_(notes.applied_defaults) {}

    /// Overwrites `filters`; empty if the value is omitted or has no objects. Returns false with `error` set if the
    /// value is refused.
    bool read(simdjson::dom::element value, std::vector<search::LocationFilter>& filters);

    /// Call it once, after the whole body is read: drops the applied defaults of the previous request.
    void finish() { defaults_.finish(); }

private:
    struct Circle;
    bool read_object(simdjson::dom::object object, std::int32_t index, search::LocationFilter& filter);
    bool read_field(std::size_t field, simdjson::dom::element value, std::int32_t index, search::LocationFilter& filter,
                    Circle& circle);
    bool read_country(simdjson::dom::element value, const FieldPath& path, search::LocationFilter& filter);
    bool read_postal_codes(simdjson::dom::element value, FieldPath path, std::vector<std::string>& codes);
    bool read_radius(simdjson::dom::element value, const FieldPath& path, Circle& circle);
    bool finish_circle(std::int32_t index, const Circle& circle, search::LocationFilter& filter);
    void note_default(const FieldPath& path, std::string_view value);

    const store::Generation& generation_;
    bool strict_;
    RequestNotes& notes_;
    ApiError& error_;
    Refill<std::string> defaults_;
};

}  // namespace bizrec::api
