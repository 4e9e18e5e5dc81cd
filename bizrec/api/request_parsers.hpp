#pragma once

#include <memory>

#include "bizrec/base/object_pool.hpp"

namespace bizrec::api {

/// A pool of parsers. A parser takes most of the memory of a small request, but is only needed while the body is read.
/// So a request that waits for a thread holds none, except a batch whose body has been read. Thread-safe.
template <class Parser>
class RequestParsers {
public:
    using Lease = typename ObjectPool<Parser>::Lease;
    Lease take() { return pool_.take(std::make_unique<Parser>); }

private:
    ObjectPool<Parser> pool_{16};  // keeps up to 16 idle parsers
};

}  // namespace bizrec::api
