#pragma once

namespace bizrec {

/// Version of the module, of lmdb_builder and of everything that is released with them: docs/releases.md.
inline constexpr const char* program_version = "0.2.0";

}  // namespace bizrec
