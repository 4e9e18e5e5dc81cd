#pragma once

#include <string>
#include <vector>

#include "bench/generator/random.hpp"

namespace bizrec::generator {

/// The format of addresses and phone numbers of a country.
struct CountryStyle {
    const char* code;     ///< alpha-2
    std::uint32_t share;  ///< weight among the countries where a brand has stores
    const char* address;  ///< with %n for the number and %s for the street
    std::vector<const char*> streets;
    /// Phone numbers that the country's regulator reserves for fiction, '#' for any digit. Empty if there are none.
    std::vector<const char*> phones;
};

/// The countries for which stores are made.
const std::vector<CountryStyle>& country_styles();

std::string make_address(const CountryStyle& style, Random& random);
/// Makes a phone number that is reserved for fiction; "" if the country has none.
std::string make_phone(const CountryStyle& style, Random& random);

}  // namespace bizrec::generator
