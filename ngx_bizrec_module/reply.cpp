#include "reply.hpp"

#include "header_list.hpp"
#include "request_context.hpp"
#include "request_id.hpp"
#include "strings.hpp"

namespace bizrec::ngx {
namespace {

/// Makes nginx ignore If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since and Range. An answer is computed
/// for its request and is not a version of a file that a client could already have. Without this function, nginx would
/// turn a charged answer into a 304 or a 412. Ranges are turned off because an earlier location of the request may have
/// allowed them.
void ignore_conditions(ngx_http_request_t* r) noexcept {
    r->disable_not_modified = 1;
    r->allow_ranges = 0;
}

}  // namespace

ngx_table_elt_t* push_header(ngx_http_request_t* r, std::string_view name, std::string_view value) noexcept {
    auto* header = static_cast<ngx_table_elt_t*>(ngx_list_push(&r->headers_out.headers));
    if (header != nullptr) {
        *header = {};  // also sets `next` of newer nginx versions to null
        header->hash = 1;
        header->key = borrow(name);
        header->value = borrow(value);
    }
    return header;
}

bool add_header(ngx_http_request_t* r, std::string_view name, std::string_view value) noexcept {
    ngx_str_t key = copy(r->pool, name);
    ngx_str_t text = copy(r->pool, value);
    if (key.data == nullptr || text.data == nullptr) {
        return false;
    }
    ngx_table_elt_t* header = push_header(r, view(key), view(text));
    if (header == nullptr) {
        return false;
    }
    if (equal_ignoring_case(name, "WWW-Authenticate")) {
        r->headers_out.www_authenticate = header;  // `satisfy any` removes it through this pointer
    }
    return true;
}

bool has_response_header(ngx_http_request_t* r, std::string_view name) noexcept {
    return any_header(r->headers_out.headers, [name](const ngx_table_elt_t& header) {
        return header.hash != 0 && equal_ignoring_case(view(header.key), name);
    });
}

bool set_json_headers(ngx_http_request_t* r, ngx_uint_t status, std::size_t length) noexcept {
    r->headers_out.status = status;
    if (status == 422 && r->err_status == 0) {
        r->headers_out.status_line = borrow("422 Unprocessable Entity");  // nginx 1.22 has no reason phrase for 422
    }
    r->headers_out.content_type = borrow("application/json");
    r->headers_out.content_type_len = r->headers_out.content_type.len;
    r->headers_out.content_type_lowcase = nullptr;
    r->headers_out.charset.len = 0;
    ngx_http_clear_content_length(r);
    r->headers_out.content_length_n = static_cast<off_t>(length);

    if ((status == 429 || status == 503) && !has_response_header(r, "Retry-After")) {
        return add_header(r, "Retry-After", "1");
    }
    if (status == 401 && !has_response_header(r, "WWW-Authenticate")) {
        return add_header(r, "WWW-Authenticate", "Bearer");
    }
    return true;
}

JsonReply make_json(ngx_http_request_t* r, ngx_uint_t status, std::string_view body, ReplyParts parts) noexcept {
    const std::uint64_t bytes = parts.file.bytes() + body.size();
    return {status, bytes, create_reply_chain(r, body, std::move(parts))};
}

ngx_int_t send_json(ngx_http_request_t* r, RequestContext& context, const JsonReply& reply) noexcept {
    if (reply.chain == nullptr || !set_json_headers(r, reply.status, reply.bytes)) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    context.own_reply = true;
    ignore_conditions(r);

    ngx_int_t rc = ngx_http_send_header(r);
    if (rc >= NGX_HTTP_SPECIAL_RESPONSE) {
        // A filter refuses the header by its status (image_filter). No bytes were sent: nginx's error is the only
        // reply.
        ngx_http_clean_header(r);
        context.own_reply = false;
        return rc;
    }
    if (rc == NGX_ERROR || rc > NGX_OK || r->header_only) {
        return rc;
    }
    return send_paced(r, reply.chain);
}

ngx_int_t send_json(ngx_http_request_t* r, ngx_uint_t status, std::string_view body) {
    RequestContext* context = obtain_context(r);
    return context == nullptr ? NGX_HTTP_INTERNAL_SERVER_ERROR : send_json(r, *context, make_json(r, status, body));
}

ngx_int_t send_error(ngx_http_request_t* r, const api::ApiError& error) {
    record_refusal(r, error.code);
    return send_json(r, static_cast<ngx_uint_t>(error.status), with_request_id(r, api::render_error(error)));
}

ngx_int_t send_overloaded(ngx_http_request_t* r) {
    return send_error(r, {NGX_HTTP_SERVICE_UNAVAILABLE, overloaded_code, "too many long requests are waiting", {}});
}

ngx_int_t send_team_overloaded(ngx_http_request_t* r) {
    return send_error(r, {NGX_HTTP_SERVICE_UNAVAILABLE,
                          overloaded_code,
                          "too many of your long requests are waiting; send fewer at a time",
                          {}});
}

api::ApiError error_of_status(ngx_uint_t status) {
    auto code = static_cast<int>(status);
    if (status == NGX_HTTP_SERVICE_UNAVAILABLE) {
        // nginx made this error, so the words do not mention the index
        return {code, "internal", "Service Unavailable", {}};
    }
    api::ApiError error = api::standard_error(code);
    if (error.status != code) {
        if (status < NGX_HTTP_INTERNAL_SERVER_ERROR) {
            error = {code, "bad_request", "Bad Request", {}};
        }
        error.status = code;
    }
    return error;
}

}  // namespace bizrec::ngx
