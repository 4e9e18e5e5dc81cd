#pragma once

// The only header that includes nginx's headers: they are C and have no extern "C" of their own.
extern "C" {
#include <ngx_config.h>

#include <ngx_core.h>
#include <ngx_event.h>
#include <ngx_http.h>
}

extern "C" ngx_module_t ngx_http_bizrec_module;
#if (NGX_THREADS)
extern "C" ngx_module_t ngx_thread_pool_module;  // nginx defines it, but none of its headers declares it
#endif
