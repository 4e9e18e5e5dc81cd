#include "body.hpp"

namespace bizrec::ngx {
namespace {

ngx_chain_t* first_buffer(ngx_http_request_t* r) noexcept {
    return r->request_body == nullptr ? nullptr : r->request_body->bufs;  // without a body there is no request_body
}

bool announced_too_large(ngx_http_request_t* r) noexcept {
    return r->headers_in.content_length_n > static_cast<off_t>(body_limit(r));
}

/// Whether nginx has discarded the body or is discarding it. The announced length is read from the header's text,
/// because nginx counts headers_in.content_length_n down while it discards.
bool discarded(ngx_http_request_t* r) noexcept {
    ngx_table_elt_t* length = r->headers_in.content_length;
    bool announced =
        r->headers_in.chunked || (length != nullptr && ngx_atoof(length->value.data, length->value.len) > 0);
#if (NGX_HTTP_V2)
    if (r->stream != nullptr && r->stream->skip_data) {
        return announced || !r->stream->in_closed;
    }
#endif
    return r->discard_body || (announced && r->headers_in.content_length_n == 0);
}

bool read_from_file(ngx_buf_t* buffer, u_char* to, ngx_log_t* log) noexcept {
    auto size = static_cast<std::size_t>(buffer->file_last - buffer->file_pos);
    ssize_t n = ngx_read_file(buffer->file, to, size, buffer->file_pos);
    if (n == static_cast<ssize_t>(size)) {
        return true;
    }
    ngx_log_error(NGX_LOG_ERR, log, 0, "bizrec: the buffered request body gave %z bytes of %uz", n, size);
    return false;
}

}  // namespace

bool refusal_would_reset([[maybe_unused]] ngx_http_request_t* r) noexcept {
#if (NGX_HTTP_V2)
    return r == r->main && r->stream != nullptr && !r->stream->in_closed && r->request_body == nullptr &&
           !announced_too_large(r);
#else
    return false;
#endif
}

std::size_t body_limit(ngx_http_request_t* r) noexcept {
    auto* core = static_cast<ngx_http_core_loc_conf_t*>(ngx_http_get_module_loc_conf(r, ngx_http_core_module));
    return static_cast<std::size_t>(core->client_max_body_size);
}

BodyState body_state(ngx_http_request_t* r) noexcept {
    if (r->request_body != nullptr) {
        if (r->main->request_body_no_buffering) {
            return BodyState::passed_on;
        }
        return body_size(r) > body_limit(r) ? BodyState::read_too_large : BodyState::within_limit;
    }
    if (r != r->main) {
        return BodyState::within_limit;  // a subrequest made before the body was read has no body
    }
    if (discarded(r)) {
        return BodyState::discarded;
    }
    return announced_too_large(r) ? BodyState::announced_too_large : BodyState::within_limit;
}

std::size_t body_size(ngx_http_request_t* r) noexcept {
    std::size_t size = 0;
    for (ngx_chain_t* link = first_buffer(r); link != nullptr; link = link->next) {
        size += static_cast<std::size_t>(ngx_buf_size(link->buf));
    }
    return size;
}

std::optional<std::string_view> collect_body(ngx_http_request_t* r) noexcept {
    ngx_chain_t* first = first_buffer(r);
    if (first == nullptr) {
        return std::string_view{};
    }
    if (first->next == nullptr && ngx_buf_in_memory(first->buf)) {
        return std::string_view{reinterpret_cast<const char*>(first->buf->pos),
                                static_cast<std::size_t>(first->buf->last - first->buf->pos)};
    }
    std::size_t size = body_size(r);
    auto* bytes = static_cast<u_char*>(ngx_pnalloc(r->pool, size));
    if (bytes == nullptr) {
        return std::nullopt;
    }
    u_char* to = bytes;
    for (ngx_chain_t* link = first; link != nullptr; link = link->next) {
        ngx_buf_t* buffer = link->buf;
        if (ngx_buf_in_memory(buffer)) {
            to = ngx_cpymem(to, buffer->pos, static_cast<std::size_t>(buffer->last - buffer->pos));
        } else if (buffer->in_file) {
            if (!read_from_file(buffer, to, r->connection->log)) {
                return std::nullopt;
            }
            to += buffer->file_last - buffer->file_pos;
        }
    }
    return std::string_view{reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(to - bytes)};
}

}  // namespace bizrec::ngx
