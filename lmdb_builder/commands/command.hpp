#pragma once

#include <memory>
#include <string>

#include "bizrec/store/generation.hpp"

namespace bizrec::builder {

/// What the process ends with; documented in docs/builder.md.
namespace exit_code {
inline constexpr int done = 0;
inline constexpr int failed = 1;  ///< data or I/O error; also a refusal that `query` or `search` prints
inline constexpr int usage = 2;
inline constexpr int other_version = 3;  ///< `publish`: INDEX is made for another version of this program
}  // namespace exit_code

/// "lmdb_builder: <message>" on standard error; gives exit_code::failed.
int fail(const std::string& message);

/// "lmdb_builder: warning: <message>" on standard error.
void warn(const std::string& message);

/// Opens an index; says on standard error why not and gives null.
std::shared_ptr<const store::Generation> open_index(const std::string& path, store::Generation::Check check);

}  // namespace bizrec::builder
