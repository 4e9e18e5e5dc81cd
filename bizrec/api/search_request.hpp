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

inline constexpr std::size_t search_body_limit = 1U << 20;  ///< bytes
inline constexpr std::uint32_t default_search_rows = 50;    ///< where the request gives no `limit`
inline constexpr std::size_t query_characters = 500;        ///< query, store_name; code points after trimming
inline constexpr std::size_t max_tags = 100;
inline constexpr std::size_t max_keywords = 64;                  ///< include_keywords, exclude_keywords
inline constexpr std::size_t search_list_text_characters = 200;  ///< a tag, a keyword; code points after trimming

/// Reads and validates the body of POST /api/v1/search/only_ids (decisions.md sections 1, 2, 3 and 5; docs/api.md), by
/// the same rules as EnrichRequestParser.
class SearchRequestParser {
public:
    /// `query` holds nothing of the parser's, which may go on to another request. `max_limit`: of `limit`, above
    /// it a 422 "maximum limit is N". Domains are taken from `budget`: false without a code in `error` where it has
    /// stopped them. Otherwise as EnrichRequestParser::parse().
    bool parse(std::string_view body, bool strict, std::uint32_t max_limit, const store::Generation& generation,
               search::SearchQuery& query, RequestNotes& notes, ApiError& error, Budget& budget);
    /// The same, whatever it costs.
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
