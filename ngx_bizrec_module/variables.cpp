#include "variables.hpp"

#include <algorithm>
#include <iterator>
#include <string>

#include "bizrec/base/hex.hpp"
#include "bizrec/base/version.hpp"
#include "conf.hpp"
#include "credits.hpp"
#include "guard.hpp"
#include "presented_key.hpp"
#include "request_context.hpp"
#include "request_id.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

using Value = ngx_http_variable_value_t;

ngx_int_t get_rows(ngx_http_request_t* r, Value* v, uintptr_t) noexcept {
    RequestContext* context = find_context(r);
    return context != nullptr && context->answered ? found(r, v, context->rows) : not_found(v);
}

ngx_int_t get_total_count(ngx_http_request_t* r, Value* v, uintptr_t) noexcept {
    RequestContext* context = find_context(r);
    return context != nullptr && context->answered ? found(r, v, context->total) : not_found(v);
}

ngx_int_t get_engine_time_us(ngx_http_request_t* r, Value* v, uintptr_t) noexcept {
    RequestContext* context = find_context(r);
    return context != nullptr && context->answered ? found(r, v, context->engine_ns / 1000) : not_found(v);
}

template <std::uint64_t RequestContext::*Steps>
ngx_int_t get_steps(ngx_http_request_t* r, Value* v, uintptr_t) noexcept {
    RequestContext* context = find_context(r);
    return context != nullptr && context->answered ? found(r, v, context->*Steps) : not_found(v);
}

ngx_int_t get_offloaded(ngx_http_request_t* r, Value* v, uintptr_t) noexcept {
    RequestContext* context = find_context(r);
    return context != nullptr && context->answered ? found(r, v, std::string_view{context->offloaded ? "1" : "0"})
                                                   : not_found(v);
}

/// Escapes text for logs: percent-encodes double quotes, backslash, the percent sign, and every byte that is not
/// visible ASCII. nginx's escape=json is not enough, because it leaves bytes above 0x7F as they are: text that runs
/// from right to left would mislead the reader of the log.
std::string log_text(std::string_view text) {
    constexpr std::string_view encoded = "\"\\%";
    std::string result;
    for (char c : text) {
        if (c > ' ' && c <= '~' && encoded.find(c) == encoded.npos) {
            result += c;
            continue;
        }
        result += '%';
        append_hex(result, static_cast<unsigned char>(c));
    }
    return result;
}

ngx_int_t get_key(ngx_http_request_t* r, Value* v, uintptr_t) noexcept {
    RequestContext* context = find_context(r);
    if (context == nullptr || context->key.empty()) {
        return not_found(v);
    }
    return guard<ngx_int_t>("$bizrec_key", r->connection->log, NGX_ERROR,
                            [&] { return found(r, v, log_text(context->key)); });
}

ngx_int_t get_endpoint(ngx_http_request_t* r, Value* v, uintptr_t) noexcept {
    const LocationConf* conf = location_of_answer(r);
    if (conf == nullptr || conf->endpoint == nullptr) {
        return not_found(v);
    }
    constexpr std::string_view prefix = "bizrec_";
    return found(r, v, view(conf->endpoint_name).substr(prefix.size()));
}

ngx_int_t get_error(ngx_http_request_t* r, Value* v, uintptr_t) noexcept {
    RequestContext* context = find_context(r);
    return context != nullptr && !context->error_code.empty() ? found(r, v, context->error_code) : not_found(v);
}

ngx_int_t get_index_generation(ngx_http_request_t* r, Value* v, uintptr_t) noexcept {
    RequestContext* context = find_context(r);
    if (context == nullptr || !context->generation) {
        return not_found(v);
    }
    return found(r, v, {context->generation->data(), context->generation->size()});
}

ngx_int_t get_data_date(ngx_http_request_t* r, Value* v, uintptr_t) noexcept {
    RequestContext* context = find_context(r);
    if (context == nullptr || !context->data_date) {
        return not_found(v);
    }
    return found(r, v, {context->data_date->data(), context->data_date->size()});
}

ngx_int_t get_query_reading(ngx_http_request_t* r, Value* v, uintptr_t) noexcept {
    RequestContext* context = find_context(r);
    return context != nullptr && !context->reading.empty() ? found(r, v, context->reading) : not_found(v);
}

ngx_int_t get_request_id(ngx_http_request_t* r, Value* v, uintptr_t) noexcept {
    return guard<ngx_int_t>("$bizrec_request_id", r->connection->log, NGX_ERROR, [&] {
        const std::string_view id = request_id_of(r);
        return id.empty() ? NGX_ERROR : found(r, v, id);
    });
}

/// The beginning of the presented key's digest. `length`: number of hex digits. Without a key the value is empty, not
/// "not found", because maps and limits test for an empty value.
ngx_int_t get_key_digest(ngx_http_request_t* r, Value* v, uintptr_t length) noexcept {
    return guard<ngx_int_t>("key digest", r->connection->log, NGX_ERROR, [&]() -> ngx_int_t {
        RequestContext* context = obtain_context(r);
        if (context == nullptr) {
            return NGX_ERROR;
        }
        if (!context->key_read) {
            context->key_digest = presented_key_digest(r);
            context->key_read = true;
        }
        if (!context->key_digest) {
            return found(r, v, std::string_view{""});
        }
        return found(r, v,
                     {reinterpret_cast<const char*>(context->key_digest->data()), static_cast<std::size_t>(length)});
    });
}

ngx_int_t get_version(ngx_http_request_t* r, Value* v, uintptr_t) noexcept {
    return found(r, v, std::string_view{program_version});
}

// Variables of the answer are not cacheable: a value read before the answer is wrong afterwards.
constexpr Variable variables[] = {
    {"bizrec_rows", get_rows, 0, NGX_HTTP_VAR_NOCACHEABLE},
    {"bizrec_total_count", get_total_count, 0, NGX_HTTP_VAR_NOCACHEABLE},
    {"bizrec_engine_time_us", get_engine_time_us, 0, NGX_HTTP_VAR_NOCACHEABLE},
    {"bizrec_steps", get_steps<&RequestContext::steps>, 0, NGX_HTTP_VAR_NOCACHEABLE},
    {"bizrec_loop_steps", get_steps<&RequestContext::loop_steps>, 0, NGX_HTTP_VAR_NOCACHEABLE},
    {"bizrec_offloaded", get_offloaded, 0, NGX_HTTP_VAR_NOCACHEABLE},
    {"bizrec_key", get_key, 0, NGX_HTTP_VAR_NOCACHEABLE},
    {"bizrec_endpoint", get_endpoint, 0, NGX_HTTP_VAR_NOCACHEABLE},
    {"bizrec_error", get_error, 0, NGX_HTTP_VAR_NOCACHEABLE},
    {"bizrec_index_generation", get_index_generation, 0, NGX_HTTP_VAR_NOCACHEABLE},
    {"bizrec_data_date", get_data_date, 0, NGX_HTTP_VAR_NOCACHEABLE},
    {"bizrec_query_reading", get_query_reading, 0, NGX_HTTP_VAR_NOCACHEABLE},
    {"bizrec_request_id", get_request_id, 0, 0},
    {"bizrec_key_sha256", get_key_digest, 64, 0},
    {"bizrec_key_id", get_key_digest, 12, 0},
    {"bizrec_version", get_version, 0, 0},
};

}  // namespace

ngx_int_t not_found(ngx_http_variable_value_t* value) noexcept {
    value->not_found = 1;
    return NGX_OK;
}

ngx_int_t found(ngx_http_request_t* r, ngx_http_variable_value_t* value, std::string_view text) noexcept {
    ngx_str_t data = copy(r->pool, text);
    if (data.data == nullptr) {
        return NGX_ERROR;
    }
    value->data = data.data;
    value->len = static_cast<unsigned>(data.len) & ((1U << 28) - 1);  // the width of nginx's field
    value->valid = 1;
    value->no_cacheable = 0;
    value->not_found = 0;
    return NGX_OK;
}

ngx_int_t found(ngx_http_request_t* r, ngx_http_variable_value_t* value, std::uint64_t number) noexcept {
    u_char digits[NGX_INT64_LEN];
    u_char* end = ngx_sprintf(digits, "%uL", number);
    return found(r, value, {reinterpret_cast<const char*>(digits), static_cast<std::size_t>(end - digits)});
}

ngx_int_t add_variables(ngx_conf_t* cf, const Variable* begin, const Variable* end) noexcept {
    for (const Variable* variable = begin; variable != end; ++variable) {
        ngx_str_t name = borrow(variable->name);
        ngx_http_variable_t* added = ngx_http_add_variable(cf, &name, variable->flags);
        if (added == nullptr) {
            return NGX_ERROR;
        }
        added->get_handler = variable->get;
        added->data = variable->data;
    }
    return NGX_OK;
}

ngx_int_t add_variables(ngx_conf_t* cf) noexcept {
    const ngx_int_t added = add_variables(cf, std::begin(variables), std::end(variables));
    return added == NGX_OK ? add_credit_variables(cf) : added;
}

void make_room_for_variables(ngx_conf_t* cf) noexcept {
    constexpr ngx_uint_t bucket_bytes = 128;  // a multiple of every cache line size that nginx knows
    auto* core = static_cast<ngx_http_core_main_conf_t*>(ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module));
    core->variables_hash_bucket_size = std::max(core->variables_hash_bucket_size, bucket_bytes);
}

}  // namespace bizrec::ngx
