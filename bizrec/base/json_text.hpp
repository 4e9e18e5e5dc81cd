#pragma once

#include <string>
#include <string_view>

/// Writing JSON (RFC 8259): rows are copied from the index, so that strings are all there is to write with care.
namespace bizrec {

/// Appends `text` as a JSON string with its quotes. Bytes that are no UTF-8 become U+FFFD, so that the result is valid
/// whatever the text holds.
void append_json_string(std::string& out, std::string_view text);

/// Whether all of `text` is ASCII that a JSON string holds as it stands, so that two quotes make one of it.
bool is_plain_json(std::string_view text) noexcept;

}  // namespace bizrec
