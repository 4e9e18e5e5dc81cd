#pragma once

#include <string>
#include <vector>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// A country of ISO 3166-1; names in English, "" if iso-codes has none.
struct IsoCountry {
    std::string alpha2, alpha3;
    std::string name, official_name, common_name;
};

/// A subdivision of ISO 3166-2. `code`: such as "US-CA". `parent`: the code of the enclosing subdivision, or "".
struct IsoSubdivision {
    std::string code;
    std::string name;
    std::string parent;

    std::string alpha2() const { return code.substr(0, 2); }
};

/// Reads iso_3166-1.json of Debian's package iso-codes. `iso_codes_dir`: the folder of its JSON files. Errors name the
/// file and the package.
Result<std::vector<IsoCountry>> read_countries(const std::string& iso_codes_dir);

/// Reads iso_3166-2.json in the same folder. Returns the subdivisions in the order of their codes.
Result<std::vector<IsoSubdivision>> read_subdivisions(const std::string& iso_codes_dir);

}  // namespace bizrec::builder
