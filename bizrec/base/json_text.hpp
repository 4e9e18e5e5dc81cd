#pragma once

#include <string>
#include <string_view>

/// Writes strings as JSON (RFC 8259). Records need no writer, because the index stores them as JSON and answers copy
/// them.
namespace bizrec {

/// Appends `text` as a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD, so the result is always
/// valid.
void append_json_string(std::string& out, std::string_view text);

/// Whether `text` is ASCII that needs no escapes in a JSON string, so that adding quotes is enough.
bool is_plain_json(std::string_view text) noexcept;

}  // namespace bizrec
