#pragma once

#include <cstdint>

#include "bizrec/place/ranges.hpp"

namespace bizrec::builder {

/// Adds a docid that is above all docids in `ranges`. Returns true if `ranges` was empty.
inline bool extend_ranges(place::Ranges& ranges, std::uint32_t docid) {
    const bool is_new = ranges.empty();
    if (!is_new && ranges.back().end == docid) {
        ++ranges.back().end;
    } else {
        ranges.push_back({docid, docid + 1});
    }
    return is_new;
}

}  // namespace bizrec::builder
