#pragma once

#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// The phrases that stand for codes of records. A part of verify_structure().
Status verify_dictionary(const Generation& generation);

}  // namespace bizrec::store
