#pragma once

#include <string>
#include <vector>

namespace bizrec::builder {

/// An e-mail address or a telephone number of a person.
struct Identifier {
    enum class Kind { email, phone };
    Kind kind = Kind::email;
    std::string text;  ///< as given
};

/// The problem of an identifier; "" if there is none.
std::string problem_of(const Identifier& identifier);

/// The JSON Pointers of a record's values that hold the identifier. An e-mail address is found in any case, also within
/// other text, but not as a part of a longer address. A telephone number is found in values that are nothing but a
/// telephone number, in any spelling, with the same last ten digits.
std::vector<std::string> places_of(const Identifier& identifier, const std::string& record_json);

}  // namespace bizrec::builder
