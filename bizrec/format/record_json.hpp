#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "bizrec/base/json_parser.hpp"

/// Checks whether bytes are a valid record. `build`, `import` and `verify` share this code, so that all accept the same
/// records.
namespace bizrec::format {

/// Maximum levels of objects and arrays, including the record itself; `{"a":[]}` has two. Some JSON readers have limits
/// (100 in Ruby, 128 in Rust's serde_json), and a client whose reader fails loses all rows of the answer.
inline constexpr std::size_t max_record_depth = 64;

/// Maximum size of a minified record. `build --max-record` can set a lower limit.
inline constexpr std::size_t max_record_bytes = std::size_t{16} << 20;

/// Whether a member holds the name of the business in one language: "name:en".
inline bool is_name_in_a_language(std::string_view member) noexcept {
    constexpr std::string_view prefix = "name:";
    return member.size() > prefix.size() && member.substr(0, prefix.size()) == prefix;
}

/// Why bytes are not a valid record.
struct RecordFault {
    std::string field;   ///< the member concerned, as spelt in the JSON text; "" for the record as a whole
    std::string code;    ///< stable word, used as a key for counts
    std::string detail;  ///< for a person: what was expected, and what was found
};

/// Parses one JSON object strictly: RFC 8259, UTF-8, no byte order mark, no lone surrogate, at most `max_depth` levels,
/// and no number beyond a double's range. Integers beyond 64 bits are accepted and read as doubles. Keeps its memory;
/// use one object per thread.
class RecordJson {
public:
    explicit RecordJson(std::size_t max_depth = max_record_depth) : max_depth_(max_depth) {}

    /// The parser may read this many bytes past the record; their values do not matter.
    static constexpr std::size_t padding = 64;

    /// `json`: `padding` bytes after it must be readable. `root` is an object; it is valid until the next call and as
    /// long as `json` is. On failure returns false, and `fault` says why. If `fault.code` is "not_an_object", `root` is
    /// the value that is not an object.
    bool parse(std::string_view json, simdjson::dom::element& root, RecordFault& fault);

private:
    // `first_error` is a simdjson::error_code, whose type cannot be named here without simdjson's header.
    bool parse_unusual(std::string_view json, int first_error, simdjson::dom::element& root, RecordFault& fault);

    std::size_t max_depth_;
    JsonParser usual_ = make_json_parser();
    JsonParser deep_;
    std::string widened_;
};

}  // namespace bizrec::format
