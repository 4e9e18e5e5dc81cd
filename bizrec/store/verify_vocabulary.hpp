#pragma once

#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// Checks that the words are in order and that each is a term. A part of verify_structure().
Status verify_vocabulary(const Generation& generation);

}  // namespace bizrec::store
