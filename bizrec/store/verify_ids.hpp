#pragma once

#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// Check that place ids are text, and that every uuid leads to its document. Parts of verify_structure().
Status verify_place_ids(const Generation& generation);
Status verify_id_buckets(const Generation& generation);

}  // namespace bizrec::store
