#pragma once

#include <string>
#include <vector>

namespace bizrec::builder {

/// What a person may be known by.
struct Identifier {
    enum class Kind { email, phone };
    Kind kind = Kind::email;
    std::string text;  ///< as it was given
};

/// What is wrong with an identifier; "" nothing.
std::string problem_of(const Identifier& identifier);

/// The JSON Pointers of a record's values that hold the identifier: an e-mail address in any case, whole, maybe within
/// other text; a telephone number by its last ten digits, in any spelling.
std::vector<std::string> places_of(const Identifier& identifier, const std::string& record_json);

}  // namespace bizrec::builder
