#pragma once

#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/store/fd.hpp"

namespace bizrec::store {

/// Why a file does not end in a sealing page: foreign, truncated or still being copied, never finished, or damaged.
Error explain_unsealed(const std::string& path, const OpenFile& file);

}  // namespace bizrec::store
