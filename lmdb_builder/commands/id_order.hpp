#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bizrec/store/generation.hpp"
#include "lmdb_builder/deltas/index_records.hpp"

namespace bizrec::builder {

/// The document of an id as it is typed; says on standard error why there is none.
std::optional<std::uint32_t> find_document(const store::Generation& generation, const std::string& id);

}  // namespace bizrec::builder
