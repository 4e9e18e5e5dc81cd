#pragma once

#include <memory>

#include "bizrec/base/stock.hpp"

namespace bizrec::api {

/// Parsers for requests that wait: reading a body takes the greatest part of a small request's memory, and only as long
/// as it lasts. Any thread.
template <class Parser>
class RequestParsers {
public:
    using Lease = typename Stock<Parser>::Lease;
    Lease take() { return stock_.take(std::make_unique<Parser>); }

private:
    Stock<Parser> stock_{16};  // more than threads that are at work
};

}  // namespace bizrec::api
