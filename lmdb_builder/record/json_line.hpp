#pragma once

#include <simdjson.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "lmdb_builder/record/record.hpp"

namespace bizrec::builder {

/// What is readable behind a line.
enum class Padding : std::uint8_t {
    none,
    behind,  ///< simdjson::SIMDJSON_PADDING bytes, whatever they are
};

/// Parses lines as JSON objects, whole and strictly (RFC 8259, UTF-8, no lone surrogate, depth up to 1,024). Numbers
/// of any size are let through: one that no 64-bit integer or double holds reads as ±1e300, which is out of range
/// wherever a number is read, and comes back as it was wherever it is only kept.
class JsonLine {
public:
    /// `object` holds until the next call, with padding also as long as `line`. False: `reason` says why.
    bool parse(std::string_view line, Padding padding, simdjson::dom::object& object, RejectReason& reason);
    bool parse(std::string_view line, simdjson::dom::object& object, RejectReason& reason) {
        return parse(line, Padding::none, object, reason);
    }

private:
    simdjson::error_code parse_copy(std::string_view text, simdjson::dom::element& root);

    simdjson::dom::parser parser_;
    std::string padded_;
    std::string tamed_;
};

/// Overwrites `out` with `json` (valid JSON) without the white space between its tokens; every token stays as it was.
void minify(std::string_view json, std::string& out);

}  // namespace bizrec::builder
