#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/where/location.hpp"

namespace bizrec::bench {

/// One search of the comparison: what both sides are given.
struct Request {
    enum class Place : std::uint8_t { none, country, city, postal_code, circle };

    std::string class_name;
    std::uint32_t limit = 50;
    std::uint32_t pages = 1;         ///< walked by cursor
    bool any_word = false;           ///< OR
    std::vector<std::string> words;  ///< as the analyser gives them
    Place place = Place::none;
    search::LocationFilter location;  ///< where `place` is not none
};

/// The words, parted by spaces.
std::string text_of(const Request& request);
/// Of units of 1e-7 degrees: "-87.6297982".
std::string degrees(std::int32_t units);

/// The queries file: a line a request, the fields parted by tabs:
///   class, limit, pages, "and" or "or", words parted by spaces, kind of place, and of it
///   none: -, country: US, city: US|TX|Austin, postal: US|78701, circle: US, latitude, longitude, metres.
Status write_requests(const std::string& path, const std::vector<Request>& requests);
/// What write_requests() wrote.
Result<std::vector<Request>> read_requests(const std::string& path);

}  // namespace bizrec::bench
