#pragma once

#include <string_view>

#include "bizrec/base/result.hpp"
#include "bizrec/format/meta.hpp"

namespace bizrec::format {

/// Reads the `meta` section. `json`: from the file, may be hostile; trailing zero padding is allowed.
Result<Meta> read_meta(std::string_view json);

}  // namespace bizrec::format
