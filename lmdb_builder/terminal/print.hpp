#pragma once

#include <cstdio>
#include <string_view>

namespace bizrec::builder {

/// Writes lines for a person. They may contain file names and fields of records and requests, so control characters of
/// terminals are escaped (text::visible_lines).
void print_lines(std::FILE* stream, std::string_view text);

/// Writes a command's summary: `object` with --json, otherwise `text` unless --quiet.
void print_summary(std::FILE* stream, bool json, bool quiet, std::string_view object, std::string_view text);

/// Writes JSON: unchanged to a file or pipe. On a terminal, control characters become escapes of JSON, which mean the
/// same.
void print_json(std::FILE* stream, std::string_view json);

}  // namespace bizrec::builder
