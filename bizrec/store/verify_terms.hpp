#pragma once

#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// Checks that each list is exactly what the encoder writes for its postings. A part of verify_structure().
Status verify_terms(const Generation& generation);

}  // namespace bizrec::store
