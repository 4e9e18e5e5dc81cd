#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "bizrec/api/changes_answer.hpp"
#include "bizrec/api/enrich_answer.hpp"
#include "bizrec/api/enrich_batch.hpp"
#include "bizrec/api/records_answer.hpp"
#include "bizrec/api/search_answer.hpp"
#include "bizrec/base/object_pool.hpp"

namespace bizrec::ngx {

/// A worker's pool of engine objects of one endpoint. Each running request has one; some idle ones are kept for later
/// requests.
template <class Endpoint, class Parsers>
class EndpointPool {
public:
    using Lease = typename ObjectPool<Endpoint>::Lease;

    /// The lease must not outlive this object. `body_bytes`: size of the request's body. An object that served a body
    /// above largest_kept_body is freed, not pooled.
    Lease take(std::size_t body_bytes) {
        const auto make = [this] { return std::make_unique<Endpoint>(parsers_); };
        if (body_bytes <= largest_kept_body) {
            return idle_.take(make);
        }
        auto endpoint = make();
        return ObjectPool<Endpoint>::lend(std::move(endpoint));
    }

private:
    /// A request with thousands of domains or postal codes makes an endpoint grow to a megabyte. Such requests are
    /// rare.
    static constexpr std::size_t largest_kept_body = 16384;

    std::shared_ptr<Parsers> parsers_ = std::make_shared<Parsers>();
    ObjectPool<Endpoint> idle_{16};  // keeps at most 16 idle objects, each with the memory of its largest request
};

using EnrichEndpoints = EndpointPool<api::EnrichEndpoint, api::EnrichParsers>;
using EnrichBatchEndpoints = EndpointPool<api::EnrichBatchEndpoint, api::BatchParsers>;
using ChangesEndpoints = EndpointPool<api::ChangesEndpoint, api::ChangesParsers>;
using RecordsEndpoints = EndpointPool<api::RecordsEndpoint, api::RecordsParsers>;
using SearchEndpoints = EndpointPool<api::SearchEndpoint, api::SearchParsers>;

}  // namespace bizrec::ngx
