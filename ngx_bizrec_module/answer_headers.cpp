#include "response_headers.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "conf.hpp"
#include "reply.hpp"
#include "request_context.hpp"
#include "request_id.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

/// Adds a header, or nothing if `value` is "". Returns false if there is no memory.
bool add(ngx_http_request_t* r, std::string_view name, std::string_view value) noexcept {
    return value.empty() || push_header(r, name, value) != nullptr;
}

/// Adds Cache-Control, and also stores it in headers_out.cache_control: nginx's `expires` directive looks there and
/// overwrites it, instead of adding a second header.
bool add_cache_control(ngx_http_request_t* r) noexcept {
    ngx_table_elt_t* header = push_header(r, "Cache-Control", "private, no-store");
    if (header == nullptr) {
        return false;
    }
#if nginx_version >= 1023000
    r->headers_out.cache_control = header;
    return true;
#else
    ngx_array_t& all = r->headers_out.cache_control;
    if (ngx_array_init(&all, r->pool, 1, sizeof(ngx_table_elt_t*)) != NGX_OK) {
        return false;
    }
    auto** entry = static_cast<ngx_table_elt_t**>(ngx_array_push(&all));
    if (entry != nullptr) {
        *entry = header;
    }
    return entry != nullptr;
#endif
}

template <class Characters>
std::string_view text_of(const Characters& characters) noexcept {
    return characters ? std::string_view(characters->data(), characters->size()) : std::string_view();
}

/// A header of the endpoints' answers and its value; a header with the value "" is not sent.
struct AnswerHeader {
    std::string_view name;
    std::string_view (*value)(const RequestContext& context);
};

constexpr AnswerHeader answer_headers[] = {
    {"X-Index-Version", [](const RequestContext& context) { return text_of(context.generation); }},
    {"X-Data-Date", [](const RequestContext& context) { return text_of(context.data_date); }},
    {"X-Query-Reading", [](const RequestContext& context) -> std::string_view { return context.reading; }},
    {"X-Query-Also", [](const RequestContext& context) -> std::string_view { return context.other_reading; }},
};

/// Adds Server-Timing: the time in milliseconds with three decimals. Returns false if there is no memory.
bool add_timing(ngx_http_request_t* r, std::uint64_t engine_ns) noexcept {
    constexpr std::string_view before = "engine;dur=";
    constexpr std::size_t longest = before.size() + NGX_INT64_LEN + sizeof(".000");
    auto* text = static_cast<char*>(ngx_pnalloc(r->pool, longest));
    if (text == nullptr) {
        return false;
    }
    const std::uint64_t microseconds = engine_ns / 1000;
    char* end = std::copy(before.begin(), before.end(), text);
    end = std::to_chars(end, text + longest, microseconds / 1000).ptr;
    *end++ = '.';
    const auto fraction = static_cast<unsigned>(microseconds % 1000);
    for (const unsigned place : {100U, 10U, 1U}) {
        *end++ = static_cast<char>('0' + fraction / place % 10);
    }
    return add(r, "Server-Timing", {text, static_cast<std::size_t>(end - text)});
}

/// Whether the answer is an error that nginx made outside the endpoints, and bizrec_error_headers is on. Only nginx's
/// own error pages set err_status, and it survives the redirect to an error_page.
bool is_page_of_error(ngx_http_request_t* r, const LocationConf& conf) noexcept {
    return conf.error_headers == 1 && r->err_status >= NGX_HTTP_BAD_REQUEST;
}

bool add_common_headers(ngx_http_request_t* r) {
    const std::string_view id = request_id_of(r);
    return !id.empty() && add(r, "X-Request-Id", id) && add_cache_control(r);
}

bool add_error_headers(ngx_http_request_t* r) {
    const ngx_uint_t status = r->err_status;
    const bool may_retry = status == NGX_HTTP_TOO_MANY_REQUESTS || status == NGX_HTTP_SERVICE_UNAVAILABLE;
    return add_common_headers(r) && (!may_retry || add(r, "Retry-After", "1"));
}

}  // namespace

bool add_answer_headers(ngx_http_request_t* r) {
    const LocationConf* conf = location_conf(r);
    if (conf == nullptr || r != r->main) {
        return true;
    }
    if (conf->endpoint == nullptr) {
        return !is_page_of_error(r, *conf) || add_error_headers(r);
    }
    if (!add_common_headers(r)) {
        return false;
    }
    const RequestContext* context = find_context(r);
    return context != nullptr &&
           std::all_of(std::begin(answer_headers), std::end(answer_headers),
                       [&](const AnswerHeader& header) { return add(r, header.name, header.value(*context)); }) &&
           (!context->answered || add_timing(r, context->engine_ns));
}

}  // namespace bizrec::ngx
