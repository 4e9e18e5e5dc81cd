#pragma once

#include "bizrec/api/search_answer.hpp"
#include "bizrec/base/stock.hpp"

namespace bizrec::ngx {

/// The search objects of a worker: one for each search that is under way, some of those at rest kept for the next.
class SearchEndpoints {
public:
    using Lease = Stock<api::SearchEndpoint>::Lease;

    /// Must not outlive this object. `body_bytes`: of its request; what a large one has made grow is not kept.
    Lease take(std::size_t body_bytes);

private:
    std::shared_ptr<api::SearchParsers> parsers_ = std::make_shared<api::SearchParsers>();
    Stock<api::SearchEndpoint> endpoints_{16};  // each keeps the memory of its greatest search
};

}  // namespace bizrec::ngx
