#pragma once

#include <cstdio>
#include <string_view>

namespace bizrec::builder {

/// Writes lines for a person. File names, fields of records and requests may stand in them: nothing that steers a
/// terminal goes out as it is (text::visible_lines).
void print_lines(std::FILE* stream, std::string_view text);

/// Writes JSON with its characters as they are; on a terminal those that steer it as JSON's own escapes, which read as
/// the same.
void print_json(std::FILE* stream, std::string_view json);

}  // namespace bizrec::builder
