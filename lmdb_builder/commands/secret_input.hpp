#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace bizrec::builder {

/// One line of standard input, without its line end; `prompt` and no echo where standard input is a terminal. Nothing
/// where the input ends or fails before its first byte. Reads at most `limit` + 1 bytes of the line (what is longer
/// shows in the size), and sets `more` where something other than the end of the input follows the line.
std::optional<std::string> read_secret_line(const char* prompt, std::size_t limit, bool& more);

}  // namespace bizrec::builder
