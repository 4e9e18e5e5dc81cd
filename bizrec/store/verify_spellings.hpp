#pragma once

#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// The section `spellings`, and the rivals in the slots of words. Holds the number of documents of each word, and 256
/// MiB of keys.
Status verify_spellings(const Generation& generation);
/// The sections `glued_names` and `glued_spellings`.
Status verify_glued_names(const Generation& generation);

}  // namespace bizrec::store
