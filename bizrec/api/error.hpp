#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/base/budget.hpp"

namespace bizrec::api {

/// A refusal in the form that the client gets (docs/api.md, "Errors").
struct ApiError {
    int status = 500;          ///< HTTP status
    std::string_view code;     ///< stable machine word, such as "invalid_field"; static
    std::string message;       ///< for a person
    std::string field;         ///< "location[1].lat"; empty: the error is not about one field
    std::string members = {};  ///< more members of the body, as JSON: `"a":1,"b":2`; empty: none
};

/// {"error":M,"detail":M,"code":C[,"field":F][,MEMBERS]}. Always valid JSON in UTF-8, even if the message is not UTF-8.
std::string render_error(const ApiError& error);

/// The fixed refusals by status: 401, 402, 403, 404, 413, 429, 500, 503 …. Any other status gives the 500.
const ApiError& standard_error(int status) noexcept;

/// The 401 of a key that has expired.
const ApiError& expired_key_error() noexcept;

/// The 413 of an endpoint. Its message has `limit`, the maximum bytes of a body, also in whole KiB or MiB: "…: this
/// endpoint takes up to 65536 bytes (64 KiB)".
ApiError too_large_error(std::size_t limit);

/// The 422 for an answer of `rows` rows that would be larger than `limit` bytes.
ApiError answer_too_large_error(std::size_t limit, std::uint64_t rows);

/// The 422 for the answer of a batch that would be larger than `limit` bytes.
ApiError batch_too_large_error(std::size_t limit);

/// The 422 for an answer of `records` records, requested by their ids, that would be larger than `limit` bytes.
ApiError records_too_large_error(std::size_t limit, std::uint64_t records);

/// The 422 for a request that has spent `budget`. It names the work that took most steps, and how to ask for less.
ApiError too_much_work_error(const Budget& budget);

}  // namespace bizrec::api
