#pragma once

#include <memory>

#include "bizrec/base/object_pool.hpp"

namespace bizrec::api {

/// Parsers for requests that wait: reading a body takes the greatest part of a small request's memory, and only as long
/// as it lasts. Any thread.
template <class Parser>
class RequestParsers {
public:
    using Lease = typename ObjectPool<Parser>::Lease;
    Lease take() { return pool_.take(std::make_unique<Parser>); }

private:
    ObjectPool<Parser> pool_{16};  // more than threads that are at work
};

}  // namespace bizrec::api
