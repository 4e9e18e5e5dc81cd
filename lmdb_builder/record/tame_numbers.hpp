#pragma once

#include <string>
#include <string_view>

namespace bizrec::builder {

/// simdjson refuses a document for any number that no 64-bit integer or double holds. Valid JSON (RFC 8259 section 6)
/// may hold such numbers, in fields that we only keep. Copies `json` to `out` with each of them replaced by 1e300 or
/// -1e300, other bytes untouched. False: there is none, `out` is of no use.
bool tame_numbers(std::string_view json, std::string& out);

}  // namespace bizrec::builder
