#pragma once

#include <string>
#include <vector>

#include "bench/generator/random.hpp"

namespace bizrec::generator {

/// How stores of a country look.
struct CountryStyle {
    const char* code;     ///< alpha-2
    std::uint32_t share;  ///< weight among the countries where a brand has stores
    const char* address;  ///< with %n for the number and %s for the street
    std::vector<const char*> streets;
    std::vector<const char*> phones;  ///< '#' is any digit; numbers that the regulator keeps for fiction, else none
};

/// The countries that stores are made in.
const std::vector<CountryStyle>& country_styles();

std::string make_address(const CountryStyle& style, Random& random);
/// "" where the country has no numbers kept for fiction.
std::string make_phone(const CountryStyle& style, Random& random);

}  // namespace bizrec::generator
