#pragma once

#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// Terms: each list is what an encoder would write of its postings. A part of verify_structure().
Status verify_terms(const Generation& generation);

}  // namespace bizrec::store
