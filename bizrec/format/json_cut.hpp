#pragma once

#include <string>
#include <string_view>

/// Taking parts out of a record as an index holds it, byte by byte: what stays is what came.
namespace bizrec::format {

/// Whether `text` is a JSON Pointer (RFC 6901) to a part of a record: not the whole one, UTF-8 or not, and without
/// control characters, which no list of pointers could hold.
bool is_json_pointer(std::string_view text) noexcept;

/// The first token of such a pointer, unescaped: the member of the record that it points into.
std::string first_token(std::string_view pointer);

/// A pointer without what follows, and with, the first token that may be the place of an array's element: "/a/1/b"
/// becomes "/a". As it is where it has none.
std::string_view without_positions(std::string_view pointer) noexcept;

/// Whether `a` is to be cut before `b`: of two elements of one array the later one first, so that neither moves the
/// other.
bool is_cut_before(std::string_view a, std::string_view b) noexcept;

/// Takes what `pointer` names out of `json`: the member with its name, or the element. A name that an object has twice
/// goes both times. False, and `json` as it was, where there is nothing of that name, or where `json` is no JSON: every
/// access stays inside whatever it holds.
bool cut_json(std::string& json, std::string_view pointer);

}  // namespace bizrec::format
