#pragma once

/// XXH3, compiled into its callers (the header is Debian's libxxhash-dev): short keys hash faster without a call.
#define XXH_INLINE_ALL
#include <xxhash.h>
