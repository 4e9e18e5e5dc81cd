#pragma once

#include <string>
#include <string_view>

namespace bizrec::api {

/// simdjson 3.0 refuses a whole text because of an integer beyond 64 bits, which RFC 8259 allows (section 6). Writes
/// `json` with ".0" after such integers, so that they are read as doubles and a field can refuse them by name. Returns
/// false if there are none. `json` need not be valid; errors in it stay.
bool widen_integers(std::string_view json, std::string& out);

}  // namespace bizrec::api
