#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bizrec/api/enrich_request.hpp"
#include "bizrec/api/error.hpp"
#include "bizrec/api/json_body.hpp"
#include "bizrec/api/request_notes.hpp"
#include "bizrec/api/root_domains.hpp"
#include "bizrec/base/budget.hpp"
#include "bizrec/query/search.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

inline constexpr std::size_t search_body_limit = 1U << 20;  ///< maximum bytes of a body
inline constexpr std::uint32_t default_search_rows = 50;    ///< rows if the request has no `limit`
/// Maximum length of query or store_name: code points after trimming.
inline constexpr std::size_t query_characters = 500;
inline constexpr std::size_t max_tags = 100;
inline constexpr std::size_t max_keywords = 64;  ///< maximum in include_keywords, and in exclude_keywords
/// Maximum length of a tag or keyword: code points after trimming.
inline constexpr std::size_t search_list_text_characters = 200;

/// Reads and validates the body of POST /api/v1/search and /api/v1/search/only_ids (docs/api.md), by the same rules as
/// EnrichRequestParser.
class SearchRequestParser {
public:
    /// After the call, `query` does not refer to the parser, so the parser may read another request at once.
    /// `max_limit`: maximum `limit`; a greater one is a 422 "maximum limit is N". The bytes of the body and its domains
    /// cost steps of `budget`. If no steps are left at a domain, returns false without a code in `error`. Otherwise
    /// like EnrichRequestParser::parse().
    bool parse(std::string_view body, bool strict, std::uint32_t max_limit, const store::Generation& generation,
               search::SearchQuery& query, RequestNotes& notes, ApiError& error, Budget& budget);
    /// Like the function above, without a limit of steps.
    bool parse(std::string_view body, bool strict, std::uint32_t max_limit, const store::Generation& generation,
               search::SearchQuery& query, RequestNotes& notes, ApiError& error) {
        Budget budget;
        return parse(body, strict, max_limit, generation, query, notes, error, budget);
    }

private:
    JsonBody body_{search_body_limit};
    RootDomains domains_;
};

}  // namespace bizrec::api
