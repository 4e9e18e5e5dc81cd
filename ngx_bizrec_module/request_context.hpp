#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bizrec/api/error.hpp"
#include "credits.hpp"
#include "ngx.hpp"
#include "prefer.hpp"
#include "presented_key.hpp"

namespace bizrec::ngx {

struct LocationConf;

/// The module's state of one request. It lives as long as the pool, which a request shares with its subrequests.
struct RequestContext {
    explicit RequestContext(const ngx_http_request_t* request) noexcept : owner(request) {}

    /// The request that this context describes. A subrequest has a context of its own, so its answer never shows in the
    /// variables of the main request.
    const ngx_http_request_t* const owner;

    /// Name of the generation from which the endpoint answers. A copy, because the generation itself may be closed when
    /// a variable is read.
    std::optional<std::array<char, 16>> generation;

    std::optional<std::array<char, 10>> data_date;  ///< of the same generation, if it states one

    Preferences preferences;
    bool offloaded = false;  ///< a thread of a pool does the work, or has done it

    bool answered = false;  ///< an endpoint has run: rows, total, engine_ns and steps are known
    std::uint64_t rows = 0;
    std::uint64_t total = 0;
    std::uint64_t engine_ns = 0;
    std::uint64_t loop_steps = 0;  ///< steps of EngineWork::start(), on the event loop
    /// steps of EngineWork::run_piece(), or of start() if start() made the answer
    std::uint64_t steps = 0;
    const LocationConf* location = nullptr;  ///< the location that answered or refused
    std::string key;                         ///< identity key(s) looked up
    std::string other_reading;               ///< the value of X-Query-Also
    std::string reading;                     ///< after a search: the value of X-Query-Reading
    std::string_view error_code;             ///< static; "" = no error
    /// the error of bizrec_access, if its text is not the standard text of its status; static; otherwise null
    const api::ApiError* refusal = nullptr;

    /// Forgets the answer, so that the variables describe no answer until the next one is known.
    void forget_answer() noexcept;

    std::string_view request_id;  ///< in the pool; "" until request_id_of() is called

    bool key_read = false;  ///< key_digest has been computed, so that map, limits and log hash the key only once
    std::optional<HexDigest> key_digest;  ///< presented_key_digest()

    RequestCharge charge;

    ngx_int_t result = NGX_OK;     ///< the refusal of bizrec_access, sent when the body has arrived
    bool own_reply = false;        ///< the module sends this reply itself, so the error filter must not change it
    std::string replacement_body;  ///< JSON that replaces nginx's HTML in the error filter; "" = none
    bool replacement_sent = false;
};

/// The context, or null if the module has not handled this request yet. Internal redirects keep it.
RequestContext* find_context(ngx_http_request_t* r) noexcept;

/// The context, created if there is none; null only if there is no memory.
RequestContext* obtain_context(ngx_http_request_t* r);

/// Makes the variables describe this refusal, and no longer an answer that an internal redirect has replaced. Does
/// nothing in a `post_action`, whose answer is never delivered. `code`: static.
void record_refusal(ngx_http_request_t* r, std::string_view code);

}  // namespace bizrec::ngx
