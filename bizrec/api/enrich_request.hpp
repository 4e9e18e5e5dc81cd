#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bizrec/api/error.hpp"
#include "bizrec/search/enrich.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

inline constexpr std::size_t enrich_body_limit = 65536;  ///< bytes

/// What the parser tells beside the query.
struct RequestNotes {
    std::vector<std::string> ignored_fields;    ///< "frobnicate", "location.lon": first 10, cleaned for a header
    std::vector<std::string> applied_defaults;  ///< "location[0].country=US"
};

/// Reads and validates the body of POST /api/v1/enrich_company (api.md 4.1, 2.4; decisions.md 1 to 4). Keeps its parser
/// and buffers from request to request: one object a thread.
class EnrichRequestParser {
public:
    EnrichRequestParser();
    ~EnrichRequestParser();

    /// `body`: bytes as they came, no padding needed. `strict`: unknown fields are a 422 (RFC 7240 handling=strict).
    /// True: `query` and `notes` are filled. False: `error` is.
    bool parse(std::string_view body, bool strict, const store::Generation& generation, search::EnrichQuery& query,
               RequestNotes& notes, ApiError& error);

private:
    struct State;
    State* state_;
};

}  // namespace bizrec::api
