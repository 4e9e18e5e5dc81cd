#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bizrec/api/error.hpp"
#include "bizrec/base/json_parser.hpp"

namespace bizrec::api {

/// The body of a request as one JSON object or array. Keeps its parser and its padded buffer from request to request.
class JsonBody {
public:
    static constexpr std::size_t max_depth = 16;  ///< the outermost object is level 1

    /// `limit`: greatest body, bytes. Room for bodies of up to 64 KiB is taken at once, more when it is needed.
    explicit JsonBody(std::size_t limit);

    /// Copies `body` (simdjson needs padding behind it) and parses it. False: `error` is a 413, or a 400 that says what
    /// is wrong and where. `object` holds until the next call.
    bool read(std::string_view body, simdjson::dom::object& object, ApiError& error);

    /// The same for one array.
    bool read(std::string_view body, simdjson::dom::array& array, ApiError& error);

    /// Gives memory beyond the first 64 KiB back: a parser takes some fifteen times the size of the body. `object` is
    /// gone.
    void release_large() noexcept;

private:
    void make_room(std::size_t bytes);
    bool read_value(std::string_view body, simdjson::dom::element& root, const char* expected, ApiError& error);

    std::size_t limit_;
    std::size_t room_ = 0;  // of buffer_, without padding, and of parser_
    std::unique_ptr<char[]> buffer_;
    JsonParser parser_ = make_json_parser();
    std::string widened_;  // a body with integers that 64 bits do not hold
};

}  // namespace bizrec::api
