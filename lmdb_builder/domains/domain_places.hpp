#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "lmdb_builder/document/document.hpp"

/// The locations of a domain's businesses. The branches of one owner are near each other, but the tenants of a platform
/// are spread like the population.
namespace bizrec::builder {

/// The place of a record, as hashes; 0: unknown.
struct PlaceMarks {
    std::uint32_t country = 0, region = 0, city = 0;
};
PlaceMarks place_marks(const DocumentPlace& place);

/// A region or a city that most of a domain's names share.
struct CommonPlace {
    std::uint32_t place = 0;
    std::uint32_t among = 0;  ///< hash of the set of regions, or of cities, of its country
    std::uint64_t names = 0;
};

/// Collects the places of one domain, one name after the other.
class NamePlaces {
public:
    void clear() noexcept;
    /// Adds a record of the current name.
    void add(const PlaceMarks& record);
    void end_name();

    /// The places that at least three quarters of the domain's `names` share.
    std::vector<CommonPlace> common(std::uint64_t names) const;

private:
    /// Maps a place to `among`. If a name has too many places, those with the smallest hashes count, so the order of
    /// the records does not matter.
    using Places = std::map<std::uint32_t, std::uint32_t>;
    static void add_place(Places& places, std::uint32_t place, std::uint32_t among);
    void count(Places& places);

    Places regions_, cities_;  // of the current name
    std::unordered_map<std::uint32_t, CommonPlace> counts_;
};

/// Counts the records of the watched places, and of all regions and all cities of their countries.
class WatchedPlaces {
public:
    void watch(const std::vector<CommonPlace>& places);
    void count(const PlaceMarks& record);

    /// Whether it is unlikely that chance brings this number of names there. If a place has the share p of its
    /// country's records with a known region (or city), k names of a platform are all there with probability p^(k-1).
    /// False if there are fewer than a hundred such records, because p is then too uncertain.
    bool is_unlikely(const CommonPlace& place) const;

private:
    std::unordered_map<std::uint32_t, std::uint64_t> records_;  // of the places, and of the sets that they belong to
};

}  // namespace bizrec::builder
