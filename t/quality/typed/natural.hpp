#pragma once

#include <string>
#include <vector>

#include "t/quality/typed/directory.hpp"

namespace bizrec::quality {

/// Categories that people ask for, of which some record has a city.
std::vector<const Holders*> natural_categories(const Directory& directory);

/// A record of these that says city, state and postal code, by chance; no_record: none was met.
std::uint32_t random_placed(const Directory& directory, const Holders& holders, Random& random);

/// Names a city in `place` that a record of these says and a keyboard can type, by chance. As it is typed; "": none was
/// met.
std::string choose_city(const Directory& directory, const Holders& holders, Random& random, Place& place);

}  // namespace bizrec::quality
