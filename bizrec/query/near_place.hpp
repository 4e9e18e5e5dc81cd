#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/place/position.hpp"
#include "bizrec/place/ranges.hpp"
#include "bizrec/query/place_reading.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/query/search.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// "dentist near 75201", "museum near Austin": a query that asks for what lies about a postal code or a city. Its other
/// words are looked for within a circle about the middle of the records there. Of a request that names no place itself.
class NearPlace {
public:
    static constexpr double radius_metres = 15000;

    /// False where the query asks for no such circle: for most after a look at its last words.
    bool find(const store::Generation& generation, const SearchQuery& request);
    /// After find(): the words before the name, and the circle.
    const SearchQuery& request() const noexcept { return near_; }

private:
    bool split(const std::string& query);
    bool find_middle_of_words(const store::Generation& generation);
    bool find_middle_of_city(const store::Generation& generation, const SearchQuery& request);
    bool is_city_with_state(const store::Generation& generation);
    void sample(const store::Generation& generation, const place::Ranges& ranges);
    void add(const store::Generation& generation, std::uint32_t docid);
    bool take_middle();

    SearchQuery near_;
    std::string_view name_;
    std::size_t rest_ = 0;  // bytes before the preposition
    QueryWords words_;
    PlaceReading reading_;
    text::AnalysedText text_;
    std::string key_;
    std::vector<std::int32_t> latitudes_, longitudes_;
};

}  // namespace bizrec::search
