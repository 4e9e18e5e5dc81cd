#include "default_pool.hpp"

#include <algorithm>

#include "strings.hpp"

namespace bizrec::ngx {

#if (NGX_THREADS)

namespace {

/// A worker's share of the processors, but at least two threads: a worker may use the processors of idle workers.
ngx_int_t threads_of_worker(ngx_conf_t* cf) noexcept {
    constexpr ngx_int_t minimum = 2, maximum = 32;  // 32 as in nginx's own pool
    auto* core = reinterpret_cast<ngx_core_conf_t*>(ngx_get_conf(cf->cycle->conf_ctx, ngx_core_module));
    const ngx_int_t workers = std::max<ngx_int_t>(core->worker_processes, 1);  // unset: 1
    return std::clamp(ngx_ncpu / workers, minimum, maximum);
}

/// Reads `text` as if it stood outside the http block. Only nginx's directive `thread_pool` can create a pool, because
/// the members of ngx_thread_pool_t are private to nginx.
bool read_main_directive(ngx_conf_t* cf, ngx_str_t text) noexcept {
    ngx_buf_t buffer{};
    buffer.start = buffer.pos = text.data;
    buffer.end = buffer.last = text.data + text.len;
    buffer.temporary = 1;
    ngx_conf_file_t file{};
    file.file.name = cf->conf_file->file.name;
    file.file.fd = NGX_INVALID_FILE;  // the text is in memory, as with `nginx -g`
    file.line = cf->conf_file->line;
    file.buffer = &buffer;
    ngx_conf_t main = *cf;
    main.args = ngx_array_create(cf->pool, 4, sizeof(ngx_str_t));  // the arguments of `cf` are still in use
    main.conf_file = &file;
    main.ctx = cf->cycle->conf_ctx;
    main.module_type = NGX_CORE_MODULE;
    main.cmd_type = NGX_MAIN_CONF;
    main.handler = nullptr;
    return main.args != nullptr && ngx_conf_parse(&main, nullptr) == NGX_CONF_OK;
}

bool define_default_pool(ngx_conf_t* cf) noexcept {
    constexpr ngx_int_t queue_per_thread = 64;  // with searches of 2 ms the queue drains in 0.13 s
    u_char text[128];
    const ngx_int_t threads = threads_of_worker(cf);
    const u_char* end = ngx_snprintf(text, sizeof text, "thread_pool %s threads=%i max_queue=%i;", default_pool_name,
                                     threads, threads * queue_per_thread);
    return read_main_directive(cf, {static_cast<std::size_t>(end - text), text});
}

}  // namespace

ngx_thread_pool_s* default_pool(ngx_conf_t* cf) noexcept {
    ngx_str_t name = borrow(default_pool_name);
    if (is_pool_unknown(cf, name) && !define_default_pool(cf)) {
        return nullptr;
    }
    return ngx_thread_pool_get(cf->cycle, &name);
}

bool is_pool_unknown(ngx_conf_t* cf, ngx_str_t name) noexcept {
    return ngx_thread_pool_get(cf->cycle, &name) == nullptr;
}

#else

ngx_thread_pool_s* default_pool(ngx_conf_t*) noexcept {
    return nullptr;
}

bool is_pool_unknown(ngx_conf_t*, ngx_str_t) noexcept {
    return true;
}

#endif

}  // namespace bizrec::ngx
