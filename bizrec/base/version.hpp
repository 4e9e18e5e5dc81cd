#pragma once

namespace bizrec {

/// Of the module and of lmdb_builder, which are released together.
inline constexpr const char* program_version = "0.1.0";

}  // namespace bizrec
