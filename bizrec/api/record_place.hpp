#pragma once

#include <cstdint>
#include <string>

#include "bizrec/store/generation.hpp"

namespace bizrec::api {

/// Whether the document stands in the place of that key (place_entry.hpp), inferred or stated.
bool stands_in(const store::Generation& generation, const std::string& key, std::uint32_t docid);

/// As the record writes it; "" where it says none. `docid` < generation.documents().
std::string city_of_record(const store::Generation& generation, std::uint32_t docid);

/// For a person: where a record stands whose place was inferred, `city "Munich", country "DE"`, as a record next to it
/// writes the city; without a city where no such record tells its name. `docid` < generation.documents().
std::string inferred_place(const store::Generation& generation, std::uint32_t docid);

}  // namespace bizrec::api
