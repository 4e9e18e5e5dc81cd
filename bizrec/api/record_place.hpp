#pragma once

#include <cstdint>
#include <string>

#include "bizrec/store/generation.hpp"

namespace bizrec::api {

/// Whether the index finds the document by this key of a place (format/place_entry.hpp), because the record states the
/// place or because it was inferred.
bool stands_in(const store::Generation& generation, const std::string& key, std::uint32_t docid);

/// City in the record's spelling; "" if the record has none. `docid` < generation.documents().
std::string city_of_record(const store::Generation& generation, std::uint32_t docid);

/// Describes the inferred place of a record for a person: `city "Munich", country "DE"`. The city has the spelling of a
/// record close to it. It is left out if the record has a city of its own, or if no record close to it names the city.
/// "" if the index finds the record in no country. `docid` < generation.documents().
std::string inferred_place(const store::Generation& generation, std::uint32_t docid);

}  // namespace bizrec::api
