#pragma once

#include <string>
#include <string_view>

namespace bizrec::api {

/// simdjson 3.0 refuses a whole text for an integer that 64 bits do not hold, which RFC 8259 allows (section 6). Writes
/// `json` with ".0" behind them, so that they are read as doubles and a field can refuse them by name. False where
/// there are none. `json` need not be valid; what is wrong with it stays.
bool widen_integers(std::string_view json, std::string& out);

}  // namespace bizrec::api
