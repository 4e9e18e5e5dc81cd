#pragma once

#include "bizrec/query/typed_words.hpp"

namespace bizrec::search {

/// What the makers of readings give their readings to, one after the other.
class ReadingTrial {
public:
    virtual ~ReadingTrial() = default;

    /// Whether a record holds all of `words`, as far as it may cost to find out. Then this is the reading of the
    /// request: the maker stops, and keeps the bytes of `words` until the next request.
    virtual bool has_hit(const TypedWords& words) = 0;
};

}  // namespace bizrec::search
