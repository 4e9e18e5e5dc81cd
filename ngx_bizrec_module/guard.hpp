#pragma once

#include <exception>

#include "ngx.hpp"

namespace bizrec::ngx {

/// Runs `body`, the body of a function that nginx calls. nginx's frames are C: an exception that crossed one would end
/// the worker and cut all its clients. After an exception, logs it with `name` and returns `fallback`.
template <class R, class F>
R guard(const char* name, ngx_log_t* log, R fallback, F&& body) noexcept {
    try {
        return body();
    } catch (const std::exception& e) {
        ngx_log_error(NGX_LOG_ERR, log, 0, "bizrec: %s: %s", name, e.what());
    } catch (...) {
        ngx_log_error(NGX_LOG_ERR, log, 0, "bizrec: %s: unknown exception", name);
    }
    return fallback;
}

/// Like the function above, for callbacks without a result.
template <class F>
void guard(const char* name, ngx_log_t* log, F&& body) noexcept {
    guard(name, log, 0, [&] {
        body();
        return 0;
    });
}

}  // namespace bizrec::ngx
