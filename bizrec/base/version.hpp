#pragma once

namespace bizrec {

/// Of the module, of lmdb_builder and of all else that is released with them: docs/releases.md.
inline constexpr const char* program_version = "0.2.0";

}  // namespace bizrec
