#pragma once

#include <memory>

#include "bizrec/base/object_pool.hpp"

namespace bizrec::api {

/// A pool of parsers. Reading a body takes most of a small request's memory, and only for the time of reading, so
/// waiting requests share these. Thread-safe.
template <class Parser>
class RequestParsers {
public:
    using Lease = typename ObjectPool<Parser>::Lease;
    Lease take() { return pool_.take(std::make_unique<Parser>); }

private:
    ObjectPool<Parser> pool_{16};  // more than there are working threads
};

}  // namespace bizrec::api
