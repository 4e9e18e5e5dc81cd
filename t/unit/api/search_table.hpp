#pragma once

#include "bizrec/api/search_answer.hpp"
#include "t/unit/api/request_table.hpp"
#include "t/unit/api/sample_index.hpp"

/// Tables of search requests, as request_table.hpp has them for enrichment; against sample_index().
namespace bizrec::api {

/// What a search without conditions of its own is accepted as.
inline const std::string plain_search = "limit=50";

/// One line for a query, with what differs from `{}` only:
/// `query=coffee name=alpha tags=a|b stores=2..9 limit=50 total cursor=5@<id> [US city=Oakland]`.
std::string show(const search::SearchQuery& query);

void check_search(std::initializer_list<Refused> table, bool strict = false);
void check_search(std::initializer_list<Accepted> table, bool strict = false);

/// Both steps of an endpoint.
const Answer& answer_of(SearchEndpoint& endpoint, const store::Generation& generation, const std::string& body,
                        bool strict = false);

}  // namespace bizrec::api
