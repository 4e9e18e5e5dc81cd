#pragma once

#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// Checks every column: length, padding, values in range. A part of verify_structure().
Status verify_columns(const Generation& generation);

}  // namespace bizrec::store
