#pragma once

#include <array>

namespace bizrec::format {

/// The first bytes of a run, which `build --shard` or `build --part` writes (docs/run-format.md). Readers of indexes
/// cannot read runs, but recognise them and say so.
inline constexpr std::array<char, 8> run_magic = {'\x89', 'B', 'I', 'Z', 'R', 'U', 'N', '\n'};

}  // namespace bizrec::format
