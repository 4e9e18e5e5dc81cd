#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bizrec/api/error.hpp"
#include "charging.hpp"
#include "ngx.hpp"
#include "prefer.hpp"
#include "presented_key.hpp"

namespace bizrec::ngx {

struct LocationConf;

/// What the module knows of one request. It lives as long as the pool, which a request shares with its subrequests.
struct RequestContext {
    explicit RequestContext(const ngx_http_request_t* request) noexcept : owner(request) {}

    /// The only request that this is about: what a subrequest is answered is never told of its main request.
    const ngx_http_request_t* const owner;

    /// Name of the generation that the endpoint is given, for variables: the generation itself may be closed by then.
    std::optional<std::array<char, 16>> generation;

    std::optional<std::array<char, 10>> data_date;  ///< of that generation, where it is known

    Preferences preferences;
    bool offloaded = false;  ///< a thread of a pool has done, or does, the work

    bool answered = false;  ///< an endpoint has run: rows, total, engine_ns and steps are known
    std::uint64_t rows = 0;
    std::uint64_t total = 0;
    std::uint64_t engine_ns = 0;
    std::uint64_t loop_steps = 0;  ///< of work that the event loop did before it gave the request away, or answered
    std::uint64_t steps = 0;       ///< of the work that the answer took
    const LocationConf* location = nullptr;  ///< that has answered, or refused
    std::string key;                         ///< identity key(s) looked up
    std::string other_reading;               ///< the value of X-Query-Also
    std::string reading;                     ///< of a search that is answered: the value of X-Query-Reading
    std::string_view error_code;             ///< static; "" = no error
    const api::ApiError* refusal = nullptr;  ///< static; of bizrec_access, where its words are not those of the status

    /// Until the next one is known, the variables tell of no answer.
    void forget_answer() noexcept;

    std::string_view request_id;  ///< in the pool; "" until request_id_of() is asked

    bool key_read = false;                ///< key_digest is known, so that map, limits and log hash the key once
    std::optional<HexDigest> key_digest;  ///< presented_key_digest()

    RequestCharge charge;

    ngx_int_t result = NGX_OK;     ///< of bizrec_access: the status that waits for the end of the body
    bool own_reply = false;        ///< the module sends this reply itself: the error filter leaves it alone
    std::string replacement_body;  ///< JSON that the error filter puts in the place of nginx's HTML; "" = none
    bool replacement_sent = false;
};

/// The context, or null where the module has not met this request. Internal redirects keep it.
RequestContext* find_context(ngx_http_request_t* r) noexcept;

/// The context, made where there is none; null only without memory.
RequestContext* obtain_context(ngx_http_request_t* r);

/// The variables tell of this refusal, and no longer of an answer that an internal redirect has replaced. In a
/// `post_action`, whose answer reaches nobody, nothing happens. `code`: static.
void record_refusal(ngx_http_request_t* r, std::string_view code);

}  // namespace bizrec::ngx
