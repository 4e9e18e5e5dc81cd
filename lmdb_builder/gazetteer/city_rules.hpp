#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/base/rule_lines.hpp"

namespace bizrec::builder {

/// Short and old names of cities: lmdb_builder/rules/city_names.txt. All names are folded (place::fold_city).
struct CityRules {
    struct Names {
        std::string country;  ///< alpha-2
        std::string city;
        std::vector<std::string> others;
    };
    /// An ending of city names in one country that people often omit: "市".
    struct Ending {
        std::string country, letters;
    };
    std::vector<Names> names;
    std::vector<Ending> endings;

    /// Errors name the file and the line.
    static Result<CityRules> read(const RuleText& text);
};

}  // namespace bizrec::builder
