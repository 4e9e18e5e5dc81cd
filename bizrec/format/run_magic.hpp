#pragma once

#include <array>

namespace bizrec::format {

/// The first bytes of a run of `build --shard` (docs/run-format.md). No reader of indexes reads runs, but each can say
/// what such a file is.
inline constexpr std::array<char, 8> run_magic = {'\x89', 'B', 'I', 'Z', 'R', 'U', 'N', '\n'};

}  // namespace bizrec::format
