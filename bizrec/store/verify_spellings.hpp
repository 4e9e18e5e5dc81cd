#pragma once

#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// Checks the section `spellings`, and the rivals in the slots of words. Keeps the number of documents of each word and
/// up to 256 MiB of keys in memory.
Status verify_spellings(const Generation& generation);
/// Checks the sections `glued_names` and `glued_spellings`.
Status verify_glued_names(const Generation& generation);

}  // namespace bizrec::store
