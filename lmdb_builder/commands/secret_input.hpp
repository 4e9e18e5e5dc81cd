#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace bizrec::builder {

/// Reads one line of standard input, without its line end. If standard input is a terminal: shows `prompt` and turns
/// the echo off. nullopt if the input ends or fails before its first byte. Returns at most `limit` + 1 bytes, so a size
/// above `limit` means that the line is too long. Sets `more` if more input follows the line; not checked on a
/// terminal.
std::optional<std::string> read_secret_line(const char* prompt, std::size_t limit, bool& more);

}  // namespace bizrec::builder
