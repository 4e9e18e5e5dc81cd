#pragma once

#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// Checks that boxes contain their documents, and groups their boxes. A part of verify_structure().
Status verify_boxes(const Generation& generation);

}  // namespace bizrec::store
