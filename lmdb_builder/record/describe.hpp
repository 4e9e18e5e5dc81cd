#pragma once

#include <string>

#include "bizrec/base/json_types.hpp"

namespace bizrec::builder {

/// Describes a value for a person: `the string "abc"`, `the number 91.5`, `true`, `null`, `an array`, `an object`.
/// Strings are cut to 80 characters, and control characters of terminals are escaped.
std::string describe(simdjson::dom::element value);

}  // namespace bizrec::builder
