#pragma once

#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// Identity keys and places: lists ascend, best documents are the best, ranges lie inside. A part of
/// verify_structure().
Status verify_identities(const Generation& generation);
Status verify_places(const Generation& generation);

}  // namespace bizrec::store
