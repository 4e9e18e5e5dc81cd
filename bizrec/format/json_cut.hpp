#pragma once

#include <string>
#include <string_view>

/// Removes parts of a stored record at byte level: the other bytes do not change.
namespace bizrec::format {

/// Whether `text` is a JSON Pointer (RFC 6901) to a part of a record. False for "", which points to the whole record,
/// and for a text with control characters, which a list of pointers cannot hold. The text need not be UTF-8.
bool is_json_pointer(std::string_view text) noexcept;

/// Whether one of the two pointers names a part of what the other names, or both name the same.
bool pointers_overlap(std::string_view a, std::string_view b) noexcept;

/// Returns the first token of a pointer, unescaped: the name of the record's member that the pointer names or leads
/// into. "" for an empty pointer.
std::string first_token(std::string_view pointer);

/// Cuts a pointer before the first token that may be the index of an array element: "/a/1/b" becomes "/a". Returns a
/// pointer without such a token unchanged. The first token is always the name of a member.
std::string_view without_positions(std::string_view pointer) noexcept;

/// Whether `a` must be cut before `b`: a part before the part that holds it, and in an array the later element before
/// the earlier one, so that cutting one does not move the other. A strict weak ordering.
bool is_cut_before(std::string_view a, std::string_view b) noexcept;

/// Removes the part that `pointer` names from `json`: a member, or an element. If an object has several members of a
/// name in the pointer, all of them count. Takes time linear in the size of `json`. Returns false, with `json`
/// unchanged, if there is no such part. `json` may be any bytes; the result is JSON only if `json` is.
bool cut_json(std::string& json, std::string_view pointer);

}  // namespace bizrec::format
