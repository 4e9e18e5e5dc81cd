#pragma once

#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// Checks every row: its frame, and a record that is JSON. A part of verify_structure().
Status verify_content(const Generation& generation, const VerifyProgress& progress);

}  // namespace bizrec::store
