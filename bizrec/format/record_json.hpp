#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "bizrec/base/json_parser.hpp"

/// What a record may be. `build`, `import` and `verify` ask the same code, so that what one accepts the others do.
namespace bizrec::format {

/// Levels of objects and arrays, the record itself included; `{"a":[]}` has two. JSON readers have limits (100 in Ruby,
/// 128 in Rust's serde_json), and one that gives up loses all rows of the answer.
inline constexpr std::size_t max_record_depth = 64;

/// Of a minified record. `build --max-record` sets a lower limit.
inline constexpr std::size_t max_record_bytes = std::size_t{16} << 20;

/// Whether a member is the name of the business in a language: "name:en".
inline bool is_name_in_a_language(std::string_view member) noexcept {
    constexpr std::string_view prefix = "name:";
    return member.size() > prefix.size() && member.substr(0, prefix.size()) == prefix;
}

/// Why bytes are no record.
struct RecordFault {
    std::string field;   ///< the member concerned, as it is spelt in the JSON text; "" for the record as a whole
    std::string code;    ///< stable word to count by
    std::string detail;  ///< for a person: what was expected, what came
};

/// Parses one JSON object strictly: RFC 8259, UTF-8, no byte order mark, no lone surrogate, at most `max_depth` levels,
/// and no number beyond a double's range. Integers beyond 64 bits are numbers like others, and read as doubles.
/// Keeps its memory: one object a thread.
class RecordJson {
public:
    explicit RecordJson(std::size_t max_depth = max_record_depth) : max_depth_(max_depth) {}

    /// Of a record within `json` at most so many bytes are read behind its end, whatever they are.
    static constexpr std::size_t padding = 64;

    /// `json`: padding bytes behind it are readable. `root` is an object and holds until the next call, as long as
    /// `json` does. False: `fault` says why; where its code is "not_an_object", `root` is what came.
    bool parse(std::string_view json, simdjson::dom::element& root, RecordFault& fault);

private:
    // `first_error`: a simdjson::error_code, which cannot be named without its header.
    bool parse_unusual(std::string_view json, int first_error, simdjson::dom::element& root, RecordFault& fault);

    std::size_t max_depth_;
    JsonParser usual_ = make_json_parser();
    JsonParser deep_;
    std::string widened_;
};

}  // namespace bizrec::format
