#pragma once

#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// The rules: written again from what was read, they are the section's bytes. A part of verify_structure().
Status verify_rules(const Generation& generation);

}  // namespace bizrec::store
