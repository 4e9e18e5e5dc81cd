#pragma once

/// XXH3, compiled into its callers, because short keys hash faster without a function call. The header is Debian's
/// libxxhash-dev.
#define XXH_INLINE_ALL
#include <xxhash.h>
