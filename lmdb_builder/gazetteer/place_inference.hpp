#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/catalog/weather_locations.hpp"
#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/gazetteer/nearest_place.hpp"
#include "lmdb_builder/memory/text_buffer.hpp"
#include "lmdb_builder/order/place_statistics.hpp"

namespace bizrec::builder {

/// Where a record without a country, or without a city, probably stands: by its position at the nearest city, of the
/// records' own cities and of the gazetteer's; without a position in the country of its domain or telephone number.
/// Depends on the records as a set, so that shards and threads change nothing. Threads may ask at once.
class PlaceInference {
public:
    static constexpr double city_metres = 30'000;      ///< farther cities name no record's city
    static constexpr double country_metres = 200'000;  ///< nor its country

    /// Of all that `places` counted; the arguments must outlive this object.
    PlaceInference(const PlaceCatalog& catalog, const PlaceStatistics& places, const std::vector<WeatherCity>& cities);

    /// Puts the country of the domain, or else of the telephone number, of a document without a country and a position
    /// into `place`; false where neither tells it.
    static bool complete_without_position(const PlaceCatalog& catalog, const Document& document, DocumentPlace& place);

    /// Completes the place of a document with a position. True where it knows more now: `ranked` is then the place
    /// among those that were counted where it stands in the order of docids.
    bool complete(place::Position position, DocumentPlace& place, DocumentPlace& ranked) const;

private:
    DocumentPlace place_of(const NearestPlace::Point& point) const;
    std::optional<DocumentPlace> city_of(place::Position position, const DocumentPlace& place) const;
    void take_country(const DocumentPlace& nearest, DocumentPlace& place) const;

    const PlaceCatalog* catalog_;
    const PlaceStatistics* places_;
    const std::vector<WeatherCity>* cities_;
    NearestPlace nearest_;
    std::unordered_map<std::string, std::vector<std::uint32_t>> by_postal_code_;  // alpha-2 and code
};

/// Completes encoded documents. One object a thread.
class PlaceCompleter {
public:
    /// `inference`: null where every record has a country and a city, or nothing is to be inferred.
    PlaceCompleter(const PlaceCatalog& catalog, const PlaceInference* inference)
        : catalog_(&catalog), inference_(inference) {}

    /// The document with its inferred place and format::flag::inferred_place, or as it is. Valid until the next call.
    std::string_view complete(std::string_view document);
    /// What that document is ordered by: its columns, and the place among those that were counted.
    const DocumentColumns& columns() const noexcept { return document_.columns; }
    const DocumentPlace& ranked() const noexcept { return is_more_ ? ranked_ : document_.place; }

    std::uint64_t countries() const noexcept { return countries_; }  ///< inferred so far
    std::uint64_t cities() const noexcept { return cities_; }

private:
    const PlaceCatalog* catalog_;
    const PlaceInference* inference_;
    Document document_;
    DocumentPlace ranked_;  // where is_more_
    bool is_more_ = false;
    TextBuffer bytes_;
    std::uint64_t countries_ = 0, cities_ = 0;
};

}  // namespace bizrec::builder
