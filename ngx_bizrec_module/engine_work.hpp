#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "conf.hpp"
#include "endpoint.hpp"
#include "max_limit.hpp"
#include "offload.hpp"
#include "reply.hpp"
#include "request_context.hpp"

namespace bizrec::ngx {

/// The work of one request: an endpoint object of the engine makes the answer from the body. `Lease`: a unique_ptr of
/// an api::Endpoint.
template <class Lease>
class EngineWork final : public RequestWork {
    using Clock = std::chrono::steady_clock;

public:
    /// `file`: receives the beginning of a large answer.
    EngineWork(std::shared_ptr<const store::Generation> generation, Lease endpoint, ReplyFile file) noexcept
        : generation_(std::move(generation)), endpoint_(std::move(endpoint)), parts_{std::move(file), {}} {}

    /// Returns true if run_piece() must be called next, and false if the answer is ready.
    bool start(const api::EndpointRequest& request) {
        const auto begin = Clock::now();
        const bool more = endpoint_->start(request);
        took_ = Clock::now() - begin;
        loop_steps_ = endpoint_->budget().used();
        return more;
    }

    Piece run_piece(const Cancellation& cancellation) noexcept override {
        const auto begin = Clock::now();
        const bool more = endpoint_->run(cancellation, parts_.file);
        if (!more) {
            parts_.pages = ReplyPages::copy_of(endpoint_->answer().body);
        }
        took_ += Clock::now() - begin;
        steps_ += steps();
        return {!more, steps()};
    }

    /// Steps of the last call of start() or run_piece().
    std::uint64_t steps() const noexcept { return endpoint_->budget().used(); }

    ngx_int_t finish(ngx_http_request_t* r, RequestContext& context) override {
        if (parts_.file.error() != 0) {
            ngx_log_error(NGX_LOG_CRIT, r->connection->log, parts_.file.error(),
                          "bizrec: a large answer stays in memory, because no temporary file can be written in \"%s\"",
                          parts_.file.folder());
        }
        if (const std::string& trouble = endpoint_->answer().trouble; !trouble.empty()) {
            ngx_log_error(NGX_LOG_ERR, r->connection->log, 0, "bizrec: %s", trouble.c_str());
        }
        context.loop_steps = loop_steps_;
        context.steps = steps_ == 0 ? loop_steps_ : steps_;
        return send_answer(r, context, endpoint_->answer(), took_, std::move(parts_));
    }

private:
    std::shared_ptr<const store::Generation> generation_;  // held until the answer is made and handed to nginx
    Lease endpoint_;
    ReplyParts parts_;  // the pieces of a large answer; the thread that made it has filled them
    std::chrono::nanoseconds took_{};
    std::uint64_t loop_steps_ = 0, steps_ = 0;  // steps of start(), and of all calls of run_piece()
};

/// A folder that the workers can write to: nginx creates it for the bodies of requests.
inline const char* temporary_folder(ngx_http_request_t* r) noexcept {
    auto* core = static_cast<ngx_http_core_loc_conf_t*>(ngx_http_get_module_loc_conf(r, ngx_http_core_module));
    return reinterpret_cast<const char*>(core->client_body_temp_path->name.data);
}

/// Runs the work of a request and sends the answer. start() runs on the event loop with at most
/// bizrec_search_inline_work steps. If these do not suffice, run_piece() begins the work again with at most
/// bizrec_search_max_work steps: on a thread of the location's pool, or on the event loop if there is no pool or it has
/// no threads. `request`: the caller sets the body, the arguments and the kind of rows; this function sets all other
/// members. Returns the same as Endpoint::answer.
template <class Lease>
std::optional<ngx_int_t> answer_in_two_steps(ngx_http_request_t* r, RequestContext& context,
                                             std::shared_ptr<const store::Generation> generation, Lease endpoint,
                                             api::EndpointRequest request) {
    const LocationConf* conf = location_conf(r);
    const bool has_pool = conf->thread_pool != nullptr && has_threads();
    request.generation = generation.get();
    request.strict = context.preferences.strict;
    request.wants_total = context.preferences.minimal;
    request.explains = context.preferences.explain && !context.preferences.minimal;
    request.max_steps = static_cast<std::uint64_t>(conf->max_work);
    request.inline_steps = std::min(static_cast<std::uint64_t>(conf->inline_work), request.max_steps);
    request.answer_limit = conf->answer_limit;
    request.max_limit = max_limit_of(r, conf->max_limit);
    EngineWork<Lease> work(std::move(generation), std::move(endpoint),
                           ReplyFile(temporary_folder(r), conf->answer_buffer));
    if (!work.start(request)) {
        return work.finish(r, context);
    }
    if (!has_pool) {
        while (!work.run_piece(Cancellation()).is_last) {
        }
        return work.finish(r, context);
    }
    switch (offload(r, context, *conf, std::make_unique<EngineWork<Lease>>(std::move(work)))) {
        case Offloaded::yes:
            break;
        case Offloaded::line_is_full:
            return send_team_overloaded(r);
        case Offloaded::all_is_full:
            return send_overloaded(r);
    }
    return std::nullopt;
}

/// Endpoint::answer of an endpoint that reads only the body. `Endpoints`: its pool, a member of MainConf.
template <auto Endpoints>
std::optional<ngx_int_t> answer_body(ngx_http_request_t* r, RequestContext& context,
                                     std::shared_ptr<const store::Generation> generation, std::string_view body) {
    api::EndpointRequest request;
    request.body = body;
    return answer_in_two_steps(r, context, std::move(generation), (main_conf(r)->*Endpoints).take(body.size()),
                               request);
}

}  // namespace bizrec::ngx
