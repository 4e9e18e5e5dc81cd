#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "lmdb_builder/document/document.hpp"

/// The locations of a domain's businesses. The branches of one owner are near each other, but the tenants of a platform
/// are spread like the population.
namespace bizrec::builder {

/// The country, region (state) and city of a record, as hashes; 0: unknown.
struct PlaceMarks {
    std::uint32_t country = 0, region = 0, city = 0;
};
PlaceMarks place_marks(const DocumentPlace& place);

/// A region or a city that most of a domain's names share.
struct CommonPlace {
    std::uint32_t place = 0;
    std::uint32_t among = 0;  ///< hash for all regions, or all cities, of its country
    std::uint64_t names = 0;
};

/// Collects the places of one domain, one name after the other.
class NamePlaces {
public:
    void clear() noexcept;
    /// Adds a record of the current name.
    void add(const PlaceMarks& record);
    void end_name();

    /// `names`: how many names the domain has. Returns the places that at least two names and three quarters of the
    /// names share.
    std::vector<CommonPlace> common(std::uint64_t names) const;

private:
    /// Maps a place to its CommonPlace::among. If a name has more than 16 places, the 16 with the smallest hashes
    /// count, so that the order of the records does not matter.
    using Places = std::map<std::uint32_t, std::uint32_t>;
    static void add_place(Places& places, std::uint32_t place, std::uint32_t among);
    void count(Places& places);

    Places regions_, cities_;  // of the current name
    std::unordered_map<std::uint32_t, CommonPlace> counts_;
};

/// Counts the records in each watched place. For a watched region, also counts the records of its country that have any
/// region; for a watched city, those that have any city.
class WatchedPlaces {
public:
    void watch(const std::vector<CommonPlace>& places);
    void count(const PlaceMarks& record);

    /// Whether it is unlikely that all `place.names` names are in the place by chance. If a place has the share p of
    /// its country's records with a known region (or city), k names of a platform are all there with probability
    /// p^(k-1). True up to a probability of 1/6. False if the country has fewer than a hundred records with a known
    /// region (or city), because p is then too uncertain.
    bool is_unlikely(const CommonPlace& place) const;

private:
    std::unordered_map<std::uint32_t, std::uint64_t> records_;  // by hash of a place, or of CommonPlace::among
};

}  // namespace bizrec::builder
