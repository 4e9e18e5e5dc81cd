#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bizrec/api/error.hpp"
#include "bizrec/base/json_parser.hpp"

namespace bizrec::api {

/// simdjson 3.0 refuses a whole text because of an integer beyond 64 bits, which RFC 8259 allows (section 6). Writes
/// `json` with ".0" after such integers, so that they are read as doubles and a field can refuse them by name. Returns
/// false if there are none. `json` need not be valid; errors in it stay.
bool widen_integers(std::string_view json, std::string& out);

/// Parses a request's body as one JSON object or array. Keeps its parser and its padded buffer from request to request.
class JsonBody {
public:
    static constexpr std::size_t max_depth = 16;  ///< the outermost object is level 1

    /// `limit`: maximum body in bytes. Room for bodies of up to 64 KiB is allocated at once, more when needed.
    explicit JsonBody(std::size_t limit);

    /// Copies `body`, because simdjson needs padding after it, and parses it. Returns false with a 413 in `error`, or a
    /// 400 that says what is wrong and where. `object` is valid until the next call.
    bool read(std::string_view body, simdjson::dom::object& object, ApiError& error);

    /// Like the function above, for a body that must be an array.
    bool read(std::string_view body, simdjson::dom::array& array, ApiError& error);

    /// Frees the memory if it has grown for a body above 64 KiB: a parser takes about fifteen times the size of the
    /// body. Invalidates `object`.
    void release_large() noexcept;

private:
    void make_room(std::size_t bytes);
    bool read_value(std::string_view body, simdjson::dom::element& root, const char* expected, ApiError& error);

    std::size_t limit_;
    std::size_t room_ = 0;  // capacity of buffer_ (without padding) and of parser_
    std::unique_ptr<char[]> buffer_;
    JsonParser parser_ = make_json_parser();
    std::string widened_;  // a copy of a body with integers beyond 64 bits
};

}  // namespace bizrec::api
