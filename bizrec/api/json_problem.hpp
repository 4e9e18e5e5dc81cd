#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace bizrec::api {

/// Why bytes are not a JSON text, and where.
struct JsonProblem {
    std::string what;        ///< for a person: "expected a comma or }, got x"
    std::size_t offset = 0;  ///< of the byte concerned, from 0; the size of the text where it ends too early
};

/// Finds the first violation of RFC 8259 (strict: UTF-8, one value, nothing behind it), containers nested deeper than
/// `max_depth`, and numbers that a double does not hold. Linear time, no recursion.
/// The parser of the hot path says only that a body is bad; this one runs afterwards, to tell the client what to mend.
std::optional<JsonProblem> find_json_problem(std::string_view text, std::size_t max_depth);

}  // namespace bizrec::api
