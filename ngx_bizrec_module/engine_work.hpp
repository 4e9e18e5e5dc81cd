#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "conf.hpp"
#include "endpoint.hpp"
#include "offload.hpp"
#include "reply.hpp"
#include "request_context.hpp"

namespace bizrec::ngx {

/// One request in an endpoint object of the engine, from its body to its answer. `Lease`: a unique_ptr of one that has
/// run() and answer().
template <class Lease>
class EngineWork final : public OffloadedWork {
    using Clock = std::chrono::steady_clock;

public:
    explicit EngineWork(Lease endpoint) noexcept : endpoint_(std::move(endpoint)) {}

    /// `call(endpoint, steps)`: the endpoint's prepare().
    template <class Call>
    bool prepare(const Call& call, std::uint64_t& steps) {
        auto begin = Clock::now();
        bool more = call(*endpoint_, steps);
        took_ = Clock::now() - begin;
        return more;
    }

    void run() noexcept override {
        auto begin = Clock::now();
        endpoint_->run();
        pages_ = ReplyPages::copy_of(endpoint_->answer().body);
        took_ += Clock::now() - begin;
    }

    ngx_int_t finish(ngx_http_request_t* r, RequestContext& context) override {
        return send_answer(r, context, endpoint_->answer(), took_, std::move(pages_));
    }

private:
    Lease endpoint_;
    ReplyPages pages_;  // of a large answer, filled where it was made
    std::chrono::nanoseconds took_{};
};

/// Steps of a request that the event loop may do itself, where there is a pool for the others.
inline std::uint64_t inline_steps(const LocationConf& conf) noexcept {
    return static_cast<std::uint64_t>(conf.inline_work);
}

/// Prepares on the event loop, and runs what is left there or on a thread of the pool: Endpoint::answer.
template <class Lease, class Prepare>
std::optional<ngx_int_t> answer_in_two_steps(ngx_http_request_t* r, RequestContext& context, Lease endpoint,
                                             const Prepare& prepare) {
    const LocationConf* conf = location_conf(r);
    EngineWork<Lease> work(std::move(endpoint));
    std::uint64_t steps = 0;
    if (!work.prepare(prepare, steps)) {
        return work.finish(r, context);
    }
    if (conf->thread_pool == nullptr || steps < inline_steps(*conf)) {
        work.run();
        return work.finish(r, context);
    }
    if (!offload(r, context, conf->thread_pool, std::make_unique<EngineWork<Lease>>(std::move(work)))) {
        return send_error(r, {NGX_HTTP_SERVICE_UNAVAILABLE, "overloaded", "too many long requests are waiting", {}});
    }
    return std::nullopt;
}

}  // namespace bizrec::ngx
