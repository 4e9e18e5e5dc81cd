#include "status.hpp"

#include "conf.hpp"
#include "reply.hpp"
#include "request_context.hpp"

namespace bizrec::ngx {
namespace {

void count(Counter& counter, std::uint64_t more = 1) noexcept {
    // atomic, because a worker and its predecessor with the same number, which is still ending, may count here at the
    // same time
    counter.fetch_add(more, std::memory_order_relaxed);
}

/// The status that the access log shows.
ngx_uint_t logged_status(const ngx_http_request_t* r) noexcept {
    return r->err_status != 0 ? r->err_status : r->headers_out.status;
}

void count_answer(const RequestContext& context, WorkerCounters& counters, EndpointCounts<Counter>& endpoint) noexcept {
    if (context.rows != 0) {
        count(endpoint.rows, context.rows);
    }
    count(endpoint.times[place_of_time(context.engine_ns)]);
    count(endpoint.engine_ns, context.engine_ns);
    if (context.offloaded) {
        count(endpoint.offloaded);
    }
    if (!context.reading.empty()) {
        const std::size_t place = place_of_reading(context.reading);
        if (place < reading_count) {
            count(counters.readings[place]);
        }
    }
}

}  // namespace

std::size_t place_of_endpoint(const Endpoint& endpoint) noexcept {
    return endpoint.kind ? static_cast<std::size_t>(*endpoint.kind) : balance_place;
}

ngx_int_t count_request(ngx_http_request_t* r) noexcept {
    const LocationConf* conf = location_of_answer(r);
    if (conf == nullptr || conf->endpoint == nullptr) {
        return NGX_OK;
    }
    WorkerCounters& counters = main_conf(r)->status.counters();
    EndpointCounts<Counter>& endpoint = counters.endpoints[place_of_endpoint(*conf->endpoint)];
    const ngx_uint_t status = logged_status(r);
    count(endpoint.statuses[place_of_status(static_cast<unsigned>(status))]);
    const RequestContext* context = find_context(r);
    if (context == nullptr) {
        return NGX_OK;
    }
    if (context->answered) {
        count_answer(*context, counters, endpoint);
    } else if (status == NGX_HTTP_SERVICE_UNAVAILABLE && context->error_code == overloaded_code) {
        count(endpoint.overloaded);
    }
    return NGX_OK;
}

}  // namespace bizrec::ngx
