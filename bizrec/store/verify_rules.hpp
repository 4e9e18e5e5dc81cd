#pragma once

#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// Checks that the rules, parsed and written again, give the section's bytes. A part of verify_structure().
Status verify_rules(const Generation& generation);

}  // namespace bizrec::store
