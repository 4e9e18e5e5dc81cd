#include "search_handler.hpp"

#include "conf.hpp"
#include "offload.hpp"
#include "reply.hpp"
#include "request_context.hpp"

namespace bizrec::ngx {
namespace {

using Clock = std::chrono::steady_clock;

/// One request's search, from its body to its answer.
class SearchWork final : public OffloadedWork {
public:
    SearchWork(SearchEndpoints& endpoints, std::size_t body_bytes) : endpoint_(endpoints.take(body_bytes)) {}

    /// As api::SearchEndpoint::prepare().
    bool prepare(const RequestContext& context, std::string_view body, std::uint32_t greatest_limit,
                 std::uint64_t& work) noexcept {
        auto begin = Clock::now();
        bool more = endpoint_->prepare(*context.generation, body, context.strict, greatest_limit, work);
        took_ = Clock::now() - begin;
        return more;
    }

    void run() noexcept override {
        auto begin = Clock::now();
        endpoint_->run();
        took_ += Clock::now() - begin;
    }

    ngx_int_t finish(ngx_http_request_t* r, RequestContext& context) override {
        return send_answer(r, context, endpoint_->answer(), took_);
    }

private:
    SearchEndpoints::Lease endpoint_;
    std::chrono::nanoseconds took_{};
};

std::optional<ngx_int_t> answer(ngx_http_request_t* r, RequestContext& context, std::string_view body) {
    const LocationConf* conf = location_conf(r);
    auto work = std::make_unique<SearchWork>(main_conf(r)->searches, body.size());
    std::uint64_t steps = 0;
    if (!work->prepare(context, body, static_cast<std::uint32_t>(conf->max_limit), steps)) {
        return work->finish(r, context);
    }
    if (conf->thread_pool == nullptr || steps < static_cast<std::uint64_t>(conf->inline_work)) {
        work->run();
        return work->finish(r, context);
    }
    if (!offload(r, context, conf->thread_pool, std::move(work))) {
        return send_error(r, {NGX_HTTP_SERVICE_UNAVAILABLE, "overloaded", "too many searches are waiting", {}});
    }
    return std::nullopt;
}

}  // namespace

const Endpoint search_only_ids{api::search_body_limit, answer};

}  // namespace bizrec::ngx
