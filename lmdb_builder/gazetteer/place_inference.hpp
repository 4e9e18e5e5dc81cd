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

/// Infers the place of a record without a country or without a city. A position gives the nearest city, from the
/// records' own cities and the gazetteer's. Without a position, the domain or telephone number gives the country. The
/// result depends only on the set of records, so shards and threads do not change it. Thread-safe for queries.
class PlaceInference {
public:
    static constexpr double city_metres = 30'000;      ///< a city farther away is not a record's city
    static constexpr double country_metres = 200'000;  ///< a city farther away does not give the country either

    /// Uses everything that `places` has counted. The arguments must outlive this object.
    PlaceInference(const PlaceCatalog& catalog, const PlaceStatistics& places, const std::vector<WeatherCity>& cities);

    /// For a document without a country and a position: sets `place` to the country of the domain, or else of the
    /// telephone number. False if neither gives a country.
    static bool complete_without_position(const PlaceCatalog& catalog, const Document& document, DocumentPlace& place);

    /// Completes the place of a document with a position. True if it has added something: `ranked` is then the counted
    /// place that decides the document's position in the order of docids.
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

/// Completes encoded documents. Use one object per thread.
class PlaceCompleter {
public:
    /// `inference`: null if every record has a country and a city, or if nothing must be inferred.
    PlaceCompleter(const PlaceCatalog& catalog, const PlaceInference* inference)
        : catalog_(&catalog), inference_(inference) {}

    /// The document with its inferred place and format::flag::inferred_place, or unchanged. Valid until the next call.
    std::string_view complete(std::string_view document);
    /// The sort criteria of that document: its columns, and its place among the counted ones.
    const DocumentColumns& columns() const noexcept { return document_.columns; }
    const DocumentPlace& ranked() const noexcept { return is_more_ ? ranked_ : document_.place; }

    std::uint64_t countries() const noexcept { return countries_; }  ///< inferred so far
    std::uint64_t cities() const noexcept { return cities_; }

private:
    const PlaceCatalog* catalog_;
    const PlaceInference* inference_;
    Document document_;
    DocumentPlace ranked_;  // if is_more_
    bool is_more_ = false;
    TextBuffer bytes_;
    std::uint64_t countries_ = 0, cities_ = 0;
};

}  // namespace bizrec::builder
