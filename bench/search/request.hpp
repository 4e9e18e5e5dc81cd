#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/where/location.hpp"

namespace bizrec::bench {

/// One search of the comparison with Lucene. Both engines get the same.
struct Request {
    enum class Place : std::uint8_t { none, country, city, postal_code, circle };

    std::string class_name;
    std::uint32_t limit = 50;
    std::uint32_t pages = 1;  ///< number of pages, read one after another by cursor
    bool any_word = false;    ///< a record with any of the words is a hit (OR), otherwise only one with all words
    std::vector<std::string> words;  ///< as the analyser gives them
    Place place = Place::none;
    search::LocationFilter location;  ///< valid if `place` is not none
};

/// The words, separated by spaces.
std::string text_of(const Request& request);
/// Formats units of 1e-7 degrees: "-87.6297982".
std::string degrees(std::int32_t units);

/// Writes the queries file: one line a request, with fields separated by tabs:
///   class, limit, pages, "and" or "or", words separated by spaces, kind of place, and the place:
///   none: -, country: US, city: US|TX|Austin, postal: US|78701, circle: US, latitude, longitude, metres.
Status write_requests(const std::string& path, const std::vector<Request>& requests);
/// Reads a file that write_requests() wrote.
Result<std::vector<Request>> read_requests(const std::string& path);

}  // namespace bizrec::bench
