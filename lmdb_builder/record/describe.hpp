#pragma once

#include <string>

#include "bizrec/base/json_types.hpp"

namespace bizrec::builder {

/// What came, for a person: `the string "abc"`, `the number 91.5`, `true`, `null`, `an array`, `an object`. The text
/// of strings is cut to 80 characters, what steers a terminal is escaped.
std::string describe(simdjson::dom::element value);

}  // namespace bizrec::builder
