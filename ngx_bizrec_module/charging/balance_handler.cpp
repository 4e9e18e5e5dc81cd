#include "ngx_bizrec_module/charging/credits_directives.hpp"

#include <string>

#include "bizrec/base/json_text.hpp"
#include "ngx_bizrec_module/charging/charging.hpp"
#include "ngx_bizrec_module/charging/credit_ledger.hpp"
#include "ngx_bizrec_module/conf.hpp"
#include "ngx_bizrec_module/reply.hpp"
#include "ngx_bizrec_module/request_context.hpp"
#include "ngx_bizrec_module/strings.hpp"

namespace bizrec::ngx {
namespace {

constexpr std::size_t balance_body_limit = 1024;  // bytes; enough, because clients send no body with a GET

/// {"team":T,"granted":G,"spent":S,"remaining":R}: sums over all edges, as far as this edge knows them.
std::string balance_text(std::string_view team, const ledger::Account* account) {
    const auto [granted, remaining] = account == nullptr ? ledger::Balance{} : ledger::balance_of(*account);
    std::string text = "{\"team\":";
    append_json_string(text, team);
    text += ",\"granted\":";
    ledger::append_credits(text, granted);
    text += ",\"spent\":";
    ledger::append_credits(text, granted - remaining);
    text += ",\"remaining\":";
    ledger::append_credits(text, remaining);
    return text += '}';
}

/// Has the contract of Endpoint::answer. The index is not read.
std::optional<ngx_int_t> answer_balance(ngx_http_request_t* r, RequestContext&,
                                        // NOLINTNEXTLINE(performance-unnecessary-value-param)
                                        std::shared_ptr<const store::Generation>, std::string_view) {
    const LocationConf& conf = *location_conf(r);
    ngx_str_t team;
    if (ngx_http_complex_value(r, conf.access->team, &team) != NGX_OK) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    return send_json(r, NGX_HTTP_OK, balance_text(view(team), conf.credits.rule->ledger->accounts().find(view(team))));
}

}  // namespace

const Endpoint credits_balance{balance_body_limit, NGX_HTTP_GET, std::nullopt, answer_balance};

}  // namespace bizrec::ngx
