#pragma once

#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// Place ids are text; every uuid is found under its document. A part of verify_structure().
Status verify_place_ids(const Generation& generation);
Status verify_id_buckets(const Generation& generation);

}  // namespace bizrec::store
