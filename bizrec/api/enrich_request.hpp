#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bizrec/api/error.hpp"
#include "bizrec/api/json_body.hpp"
#include "bizrec/api/request_notes.hpp"
#include "bizrec/base/json_parser.hpp"
#include "bizrec/enrich/enrich.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

inline constexpr std::size_t enrich_body_limit = 65536;  ///< maximum bytes of a body

/// The two fields that name a company.
enum class LinkField : std::uint8_t { website, social_media_link };

/// Reads a link that does not come from a JSON body, by the rules for a link in a body: a blank text counts as omitted.
/// Returns false with `error` set if the link is refused.
bool read_link_text(const store::Generation& generation, LinkField field, std::string_view came,
                    search::EnrichQuery& query, ApiError& error);

/// Refuses a query without a link, because one of the two fields is required. Always returns false, with `error` set.
bool refuse_missing_link(ApiError& error);
inline bool has_link(const search::EnrichQuery& query, ApiError& error) {
    return query.has_website || query.has_profile || refuse_missing_link(error);
}

/// Reads and validates the body of POST /api/v1/enrich_company (docs/api.md). Keeps its parser and buffers from request
/// to request; use one object per thread. Only the first problem is reported, in this order: invalid JSON; the fields
/// in the order of the body, after the fields of a location object the problems of the whole object; a missing link.
class EnrichRequestParser {
public:
    /// `body`: the raw bytes; no padding is needed. `strict`: unknown fields are a 422 (RFC 7240 handling=strict).
    /// Returns true with `query` and `notes` filled, reusing their memory. Returns false with `error` set; `notes` then
    /// has the fields read so far.
    bool parse(std::string_view body, bool strict, const store::Generation& generation, search::EnrichQuery& query,
               RequestNotes& notes, ApiError& error);

    /// Parses a body that simdjson has parsed already, such as an item of a batch, by the same rules. `body` must live
    /// until it returns.
    static bool parse(simdjson::dom::object body, bool strict, const store::Generation& generation,
                      search::EnrichQuery& query, RequestNotes& notes, ApiError& error);

private:
    JsonBody body_{enrich_body_limit};
};

}  // namespace bizrec::api
