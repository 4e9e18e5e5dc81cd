#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bizrec/store/generation.hpp"
#include "lmdb_builder/deltas/index_records.hpp"

namespace bizrec::builder {

/// Finds the document of an id that a user typed. If there is none, writes the reason to standard error and returns
/// nullopt.
std::optional<std::uint32_t> find_document(const store::Generation& generation, const std::string& id);

}  // namespace bizrec::builder
