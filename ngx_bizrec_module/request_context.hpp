#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bizrec/store/generation.hpp"
#include "ngx.hpp"
#include "offload.hpp"
#include "presented_key.hpp"

namespace bizrec::ngx {

/// What the module knows of one request; lives as long as the request's pool.
struct RequestContext {
    /// Held until the last byte is sent: nothing that the reply may point at is unmapped before.
    std::shared_ptr<const store::Generation> generation;

    bool strict = false;                  ///< `Prefer: handling=strict`
    std::unique_ptr<OffloadedWork> work;  ///< while a thread of a pool has it
    bool offloaded = false;               ///< a thread of a pool has done, or does, the work

    bool answered = false;  ///< an endpoint has run: rows, total and engine_ns are known
    std::uint64_t rows = 0;
    std::uint64_t total = 0;
    std::uint64_t engine_ns = 0;
    std::string key;              ///< identity key(s) looked up
    std::string_view error_code;  ///< static; "" = no error

    bool key_read = false;                ///< key_digest is known, so that map, limits and log hash the key once
    std::optional<HexDigest> key_digest;  ///< presented_key_digest()

    ngx_int_t verdict = NGX_OK;    ///< of bizrec_access: the status that waits for the end of the body
    bool own_reply = false;        ///< the module sends this reply itself: the error filter leaves it alone
    std::string replacement_body;  ///< JSON that the error filter puts in the place of nginx's HTML; "" = none
    bool replacement_sent = false;
};

/// The context, or null where the module has not met this request.
RequestContext* find_context(ngx_http_request_t* r) noexcept;

/// The context, made where there is none; null only without memory.
RequestContext* obtain_context(ngx_http_request_t* r);

}  // namespace bizrec::ngx
