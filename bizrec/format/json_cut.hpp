#pragma once

#include <string>
#include <string_view>

/// Removes parts of a stored record at byte level: the other bytes do not change.
namespace bizrec::format {

/// Whether `text` is a JSON Pointer (RFC 6901) to a part of a record. It must not point to the whole record, and must
/// not contain control characters, which a list of pointers cannot hold. It need not be UTF-8.
bool is_json_pointer(std::string_view text) noexcept;

/// Returns the first token of such a pointer, unescaped: the name of the record's member that it points into.
std::string first_token(std::string_view pointer);

/// Cuts a pointer before the first token that may be the index of an array element: "/a/1/b" becomes "/a". Returns it
/// unchanged if it has no such token.
std::string_view without_positions(std::string_view pointer) noexcept;

/// Whether `a` must be cut before `b`. In an array the later element is cut first, so that cutting one does not move
/// the other.
bool is_cut_before(std::string_view a, std::string_view b) noexcept;

/// Removes the part that `pointer` names from `json`: a member, or an element. If an object has a name twice, both
/// members are removed. Returns false, with `json` unchanged, if there is no such part or if `json` is not JSON. Safe
/// for any bytes.
bool cut_json(std::string& json, std::string_view pointer);

}  // namespace bizrec::format
