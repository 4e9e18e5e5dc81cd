#pragma once

#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/store/fd.hpp"

namespace bizrec::store {

/// Says why a file does not end in a sealing page: it is foreign, truncated or still being copied, unfinished, or
/// damaged.
Error explain_unsealed(const std::string& path, const OpenFile& file);

}  // namespace bizrec::store
