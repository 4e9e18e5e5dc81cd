#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/place/position.hpp"
#include "bizrec/place/ranges.hpp"
#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/memory/string_table.hpp"

namespace bizrec::builder {

/// Adds a docid that is above all docids in `ranges`. Returns true if `ranges` was empty.
inline bool extend_ranges(place::Ranges& ranges, std::uint32_t docid) {
    const bool is_new = ranges.empty();
    if (!is_new && ranges.back().end == docid) {
        ++ranges.back().end;
    } else {
        ranges.push_back({docid, docid + 1});
    }
    return is_new;
}

/// A place as one text, which PlaceStatistics uses as a key, and the hash of the text.
struct PlaceKey {
    std::string text;
    std::uint64_t hash = 0;

    void assign(const DocumentPlace& place);
};

/// The order of places, from which the order of docids follows. Countries are sorted by their code; places without a
/// country come last. States within a country, cities within a state and postal codes within a city are sorted by the
/// Hilbert value of their centres. So places that are near each other in the world are near each other in the index.
/// Holds every distinct place in memory: some 100 bytes each, and 300 during ranking. Sums are integers, so neither the
/// order of add() nor the rounding of the machine matters.
class PlaceStatistics {
public:
    void add(const PlaceKey& place, place::Position position);

    /// Orders the places. Call it after the last add().
    void rank();

    /// The number of an added place in the order of all places, from 0. Call it after rank(). A missing state, city or
    /// postal code sorts after all that are given. Thread-safe.
    std::uint32_t rank_of(const PlaceKey& place) const;

    /// The number of distinct places. `number` in place() and centre(): 0 to size() - 1, in the order of the first
    /// add() of each place.
    std::uint32_t size() const noexcept { return places_.size(); }
    DocumentPlace place(std::uint32_t number) const;
    /// The mean position of the place's documents; missing if none has a position.
    place::Position centre(std::uint32_t number) const noexcept { return sums_[number].centre(); }

private:
    struct Sum {
        std::int64_t latitude = 0, longitude = 0;
        std::uint64_t count = 0;

        void add(const Sum& other) noexcept;
        place::Position centre() const noexcept;
        std::uint64_t hilbert() const noexcept;
    };
    class Levels;

    StringTable places_;               // PlaceKey::text of each place
    std::vector<Sum> sums_;            // indexed by number in places_
    std::vector<std::uint32_t> rank_;  // indexed by number in places_
};

/// Makes the keys by which documents are sorted into the order of docids: the rank of the place, the Hilbert value of
/// the record's position, and the record's id. Use one object per thread.
class DocidKey {
public:
    /// The key of a document that is sorted among the documents of the place `ranked`. `places` must contain this
    /// place. The returned view is valid until the next call.
    std::string_view make(const DocumentColumns& columns, const DocumentPlace& ranked, const PlaceStatistics& places);

private:
    PlaceKey place_key_;
    std::string key_;
};

}  // namespace bizrec::builder
