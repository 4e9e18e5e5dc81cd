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

/// The alpha-2 code of the country that a top-level domain belongs to. `domain`: a host, or an identity key. "" for
/// other domains, and for country domains that are used worldwide as words (".io", ".tv", ".me").
std::string country_of_domain(std::string_view domain, const PlaceCatalog& catalog);

/// Infers the place of a record without a country or without a city. A position gives the nearest city, among the
/// cities of the records and of the gazetteer. Without a position, the domain or telephone number gives the country.
/// The result depends only on the set of records, so shards and threads do not change it. The const functions are
/// thread-safe.
class PlaceInference {
public:
    static constexpr double city_metres = 30'000;      ///< a city farther away does not become the record's city
    static constexpr double country_metres = 200'000;  ///< a place farther away does not give the country

    /// All records must already be in `places`. The arguments must outlive this object.
    PlaceInference(const PlaceCatalog& catalog, const PlaceStatistics& places, const std::vector<WeatherCity>& cities);

    /// For a document that has neither a country nor a position: takes the country of `place` from the domain, or else
    /// from the telephone number. False for other documents, and if neither gives a country.
    static bool complete_without_position(const PlaceCatalog& catalog, const Document& document, DocumentPlace& place);

    /// Completes the place of a document with a position. Returns whether it has added a country or a city. If so, also
    /// sets `ranked` to the nearest place of records in that country, if one is within country_metres: the document is
    /// sorted among the docids of that place.
    bool complete(place::Position position, DocumentPlace& place, DocumentPlace& ranked) const;

private:
    DocumentPlace place_of(const NearestPlace::Point& point) const;
    std::optional<DocumentPlace> city_of(place::Position position, const DocumentPlace& place) const;
    void copy_country(const DocumentPlace& nearest, DocumentPlace& place) const;

    const PlaceCatalog* catalog_;
    const PlaceStatistics* places_;
    const std::vector<WeatherCity>* cities_;
    NearestPlace nearest_;
    // from alpha-2 and postal code to numbers in places_
    std::unordered_map<std::string, std::vector<std::uint32_t>> by_postal_code_;
};

/// Completes encoded documents. Use one object per thread.
class PlaceCompleter {
public:
    /// `inference`: null if no place is to be inferred.
    PlaceCompleter(const PlaceCatalog& catalog, const PlaceInference* inference)
        : catalog_(&catalog), inference_(inference) {}

    /// The document with its inferred place and format::flag::inferred_place; the same bytes if nothing was inferred.
    /// Valid until the next call, and as long as `document`.
    std::string_view complete(std::string_view document);
    /// For sorting the last completed document: its columns, and the place among whose documents it is sorted.
    const DocumentColumns& columns() const noexcept { return document_.columns; }
    const DocumentPlace& ranked() const noexcept { return is_more_ ? ranked_ : document_.place; }

    std::uint64_t countries() const noexcept { return countries_; }  ///< number of inferred countries
    std::uint64_t cities() const noexcept { return cities_; }        ///< number of inferred cities

private:
    const PlaceCatalog* catalog_;
    const PlaceInference* inference_;
    Document document_;
    DocumentPlace ranked_;  // the place by which the document is sorted; valid only if is_more_
    bool is_more_ = false;  // whether the last complete() has inferred a country or a city
    TextBuffer bytes_;
    std::uint64_t countries_ = 0, cities_ = 0;
};

}  // namespace bizrec::builder
