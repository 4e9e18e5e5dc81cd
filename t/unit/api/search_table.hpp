#pragma once

#include "bizrec/api/search_answer.hpp"
#include "t/unit/api/request_table.hpp"
#include "t/unit/api/sample_index.hpp"

/// Tables of search requests, like those of request_table.hpp for enrichment, against sample_index().
namespace bizrec::api {

/// The query of a search that has no conditions of its own, as show() writes it.
inline const std::string plain_search = "limit=50";

/// The query on one line, with only the differences from `{}`:
/// `query=coffee name=alpha tags=a|b stores=2..9 limit=50 total cursor=5@<id> [US city=Oakland]`.
std::string show(const search::SearchQuery& query);

void check_search(std::initializer_list<Refused> table, bool strict = false);
void check_search(std::initializer_list<Accepted> table, bool strict = false);

/// Handles one request with `endpoint`: start() and, if it is needed, run().
const Answer& answer_of(SearchEndpoint& endpoint, const store::Generation& generation, const std::string& body,
                        bool strict = false);

}  // namespace bizrec::api
