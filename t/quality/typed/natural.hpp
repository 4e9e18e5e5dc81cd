#pragma once

#include <string>
#include <vector>

#include "t/quality/typed/directory.hpp"

namespace bizrec::quality {

/// Categories that people search for and that have a record with a city.
std::vector<const Holders*> natural_categories(const Directory& directory);

/// A random record of `holders` that has a city, a state and a postal code; no_record if none was found.
std::uint32_t random_placed(const Directory& directory, const Holders& holders, Random& random);

/// Picks a random record of `holders` with a city that a keyboard can type. Sets the city in `place` and returns it as
/// typed; "" if none was found.
std::string choose_city(const Directory& directory, const Holders& holders, Random& random, Place& place);

}  // namespace bizrec::quality
