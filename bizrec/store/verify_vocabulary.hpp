#pragma once

#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// The vocabulary: words in order, each a term. A part of verify_structure().
Status verify_vocabulary(const Generation& generation);

}  // namespace bizrec::store
