#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace bizrec::api {

/// Why a text is not JSON, and where.
struct JsonProblem {
    std::string what;        ///< for a person: "expected a comma or }, got x"
    std::size_t offset = 0;  ///< offset of the byte concerned, from 0; the size of the text if it ends too early
};

/// Finds the first violation of RFC 8259 (strict: UTF-8, one value, nothing after it), the first container nested
/// deeper than `max_depth`, or the first number beyond a double. Linear time, no recursion. The parser of the hot path
/// only says that a body is invalid; this function then finds what the client must correct.
std::optional<JsonProblem> find_json_problem(std::string_view text, std::size_t max_depth);

}  // namespace bizrec::api
