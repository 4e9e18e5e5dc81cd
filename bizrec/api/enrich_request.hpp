#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bizrec/api/error.hpp"
#include "bizrec/api/json_body.hpp"
#include "bizrec/api/request_notes.hpp"
#include "bizrec/base/json_types.hpp"
#include "bizrec/enrich/enrich.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

inline constexpr std::size_t enrich_body_limit = 65536;  ///< bytes

/// The two fields that name a company.
enum class LinkField : std::uint8_t { website, social_media_link };

/// Reads the text of one as the body's field is read: a blank one is omitted. False: the error is filled in.
bool read_link_text(const store::Generation& generation, LinkField field, std::string_view came,
                    search::EnrichQuery& query, ApiError& error);

/// A query must have one of them. False: the error is filled in.
bool refuse_missing_link(ApiError& error);
inline bool has_link(const search::EnrichQuery& query, ApiError& error) {
    return query.has_website || query.has_profile || refuse_missing_link(error);
}

/// Reads and validates the body of POST /api/v1/enrich_company (docs/api.md). Keeps its parser and buffers from request
/// to request: one object a thread.
/// The first problem counts: of the body as JSON, then field by field in the order of the body (what concerns a whole
/// location object at its end), then the missing input.
class EnrichRequestParser {
public:
    /// `body`: bytes as they came, no padding needed. `strict`: unknown fields are a 422 (RFC 7240 handling=strict).
    /// True: `query` and `notes` are filled, reusing their memory. False: `error` is, and `notes` tells of the fields
    /// read so far.
    bool parse(std::string_view body, bool strict, const store::Generation& generation, search::EnrichQuery& query,
               RequestNotes& notes, ApiError& error);

    /// The same for a body that is parsed already, as an item of a batch is. `body` must live until it returns.
    static bool parse(simdjson::dom::object body, bool strict, const store::Generation& generation,
                      search::EnrichQuery& query, RequestNotes& notes, ApiError& error);

private:
    JsonBody body_{enrich_body_limit};
};

}  // namespace bizrec::api
