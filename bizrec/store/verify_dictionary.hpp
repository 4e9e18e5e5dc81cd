#pragma once

#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// Checks the phrases that codes of records stand for. A part of verify_structure().
Status verify_dictionary(const Generation& generation);

}  // namespace bizrec::store
