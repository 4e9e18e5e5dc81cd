#include "paced_body.hpp"

#include <new>
#include <string_view>

namespace bizrec::ngx {
namespace {

constexpr off_t large_body_bytes = 65536;

/// A request that waits until its body may be read. Allocated in the pool of the request, which removes it at its end.
struct Waiter {
    ngx_queue_t link;
    ngx_http_request_t* r;
    ngx_http_client_body_handler_pt on_body;
    bool waits;
};

void on_turn(ngx_event_t* event) noexcept;

/// The waiters of this worker, and the event of the next turn. The event is posted if a large body has begun in this
/// turn.
struct Line {
    ngx_queue_t waiters;
    ngx_event_t next_turn{};

    Line() noexcept {
        ngx_queue_init(&waiters);
        next_turn.handler = on_turn;
    }
};

Line& line() noexcept {
    static Line of_worker;
    return of_worker;
}

/// Whether the end of a body without an announced length has arrived together with the header.
bool is_all_here(const ngx_http_request_t* r) noexcept {
#if (NGX_HTTP_V2)
    if (r->stream != nullptr) {
        return r->stream->in_closed != 0;
    }
#endif
    constexpr std::string_view last_chunk = "0\r\n\r\n";
    const std::string_view here(reinterpret_cast<const char*>(r->header_in->pos),
                                static_cast<std::size_t>(r->header_in->last - r->header_in->pos));
    return here.size() >= last_chunk.size() && here.substr(here.size() - last_chunk.size()) == last_chunk;
}

bool is_large(const ngx_http_request_t* r) noexcept {
    return r == r->main && r->request_body == nullptr &&
           (r->headers_in.content_length_n >= large_body_bytes || (r->headers_in.chunked != 0 && !is_all_here(r)));
}

ngx_int_t read_now(ngx_http_request_t* r, ngx_http_client_body_handler_pt on_body) noexcept {
    const ngx_int_t rc = ngx_http_read_client_request_body(r, on_body);
    return rc >= NGX_HTTP_SPECIAL_RESPONSE ? rc : NGX_DONE;
}

void note_begin() noexcept {
    line().next_turn.log = ngx_cycle->log;
    ngx_post_event(&line().next_turn, &ngx_posted_next_events);
}

void leave(void* waiter) noexcept {
    auto& leaving = *static_cast<Waiter*>(waiter);
    if (leaving.waits) {
        leaving.waits = false;
        ngx_queue_remove(&leaving.link);
    }
}

/// Begins to read the body of the request that has waited longest.
void on_turn(ngx_event_t*) noexcept {
    if (ngx_queue_empty(&line().waiters)) {
        return;
    }
    auto& waiter = *ngx_queue_data(ngx_queue_head(&line().waiters), Waiter, link);
    leave(&waiter);
    note_begin();
    ngx_http_request_t* r = waiter.r;
    ngx_connection_t* connection = r->connection;
    ngx_http_set_log_request(connection->log, r);
    ngx_http_finalize_request(r, connection->error != 0 ? NGX_HTTP_CLIENT_CLOSED_REQUEST : read_now(r, waiter.on_body));
    ngx_http_run_posted_requests(connection);
}

}  // namespace

ngx_int_t read_body_paced(ngx_http_request_t* r, ngx_http_client_body_handler_pt on_body) noexcept {
    if (!is_large(r)) {
        return read_now(r, on_body);
    }
    if (line().next_turn.posted == 0) {
        note_begin();
        return read_now(r, on_body);
    }
    ngx_http_cleanup_t* cleanup = ngx_http_cleanup_add(r, sizeof(Waiter));
    if (cleanup == nullptr) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    auto* waiter = new (cleanup->data) Waiter{{}, r, on_body, true};
    cleanup->handler = leave;
    ngx_queue_insert_tail(&line().waiters, &waiter->link);
    r->main->count++;  // finalized by on_turn()
    return NGX_DONE;
}

}  // namespace bizrec::ngx
