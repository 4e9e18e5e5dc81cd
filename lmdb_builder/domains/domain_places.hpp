#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "lmdb_builder/document/document.hpp"

/// Where a domain's businesses stand. An owner's houses are near each other, while a platform's tenants stand where
/// people are.
namespace bizrec::builder {

/// Where a record stands, as hashes; 0: unknown.
struct PlaceMarks {
    std::uint32_t country = 0, region = 0, city = 0;
};
PlaceMarks place_marks(const DocumentPlace& place);

/// A region or a city where most of a domain's names stand.
struct CommonPlace {
    std::uint32_t place = 0;
    std::uint32_t among = 0;  ///< hash of the regions, or of the cities, of its country
    std::uint64_t names = 0;
};

/// The places of one domain, one name after the other.
class NamePlaces {
public:
    void clear() noexcept;
    /// A record of the current name.
    void add(const PlaceMarks& record);
    void end_name();

    /// Where at least three quarters of the domain's `names` stand.
    std::vector<CommonPlace> common(std::uint64_t names) const;

private:
    /// By place: among what. Of a name in more places those of the least hashes count, in every order of the records.
    using Places = std::map<std::uint32_t, std::uint32_t>;
    static void add_place(Places& places, std::uint32_t place, std::uint32_t among);
    void count(Places& places);

    Places regions_, cities_;  // of the current name
    std::unordered_map<std::uint32_t, CommonPlace> counts_;
};

/// Counts the records of the places that matter, and of all regions and all cities of their countries.
class WatchedPlaces {
public:
    void watch(const std::vector<CommonPlace>& places);
    void count(const PlaceMarks& record);

    /// Whether chance would hardly bring so many names there: a place with the share p of the records whose region, or
    /// city, in its country is known has k names of a platform by p^(k-1). A hundred such records tell of chance.
    bool is_unlikely(const CommonPlace& place) const;

private:
    std::unordered_map<std::uint32_t, std::uint64_t> records_;  // of places, and of all places among which they are
};

}  // namespace bizrec::builder
