#pragma once

#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// Check identity keys and places: lists ascend, the best documents really are the best, ranges lie inside. Parts of
/// verify_structure().
Status verify_identities(const Generation& generation);
Status verify_places(const Generation& generation);

}  // namespace bizrec::store
