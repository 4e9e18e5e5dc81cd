#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/base/json_parser.hpp"
#include "bizrec/format/record_json.hpp"
#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

/// Describes a value for a person: `the string "abc"`, `the number 91.5`, `true`, `null`, `an array`, `an object`.
/// Strings are cut to 80 characters, and control characters of terminals are escaped.
std::string describe(simdjson::dom::element value);

/// The readable bytes after a line.
enum class Padding : std::uint8_t {
    none,
    behind,  ///< simdjson::SIMDJSON_PADDING bytes with any values
};

/// Parses lines as JSON objects, by the rule that `verify` uses for records (format::RecordJson).
class JsonLine {
public:
    /// `max_depth`: levels of objects and arrays.
    explicit JsonLine(std::size_t max_depth = format::max_record_depth) : json_(max_depth) {}

    /// Parses a line. Returns false if it is refused; `reason` then says why. `object` is valid until the next call. If
    /// padding follows the line, the bytes of `line` must also outlive `object`.
    bool parse(std::string_view line, Padding padding, simdjson::dom::object& object, RejectReason& reason);
    bool parse(std::string_view line, simdjson::dom::object& object, RejectReason& reason) {
        return parse(line, Padding::none, object, reason);
    }

private:
    format::RecordJson json_;
    std::string padded_;
};

/// Overwrites `out` with `json` (valid JSON) without the white space between its tokens. The tokens stay unchanged.
void minify(std::string_view json, std::string& out);

}  // namespace bizrec::builder
