#pragma once

#include <string_view>

#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

/// "20" is a number of records, "0.5%" a share of those read, from 0% to 100%. False for any other text; `limit` is
/// then as it was.
bool read_reject_limit(std::string_view text, RejectLimit& limit) noexcept;

}  // namespace bizrec::builder
