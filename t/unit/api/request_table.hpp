#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "bizrec/api/enrich_answer.hpp"

/// Tables of requests: refused requests with their errors, and accepted requests with the query that they give.
namespace bizrec::api {

/// The query of an enrichment that has no conditions of its own, as show() writes it.
inline const std::string plain_enrichment = "alphacoffee.com limit=50";

struct Refused {
    std::string body;
    int status;           ///< 400 invalid_json, 413 body_too_large, 422 invalid_field
    std::string field;    ///< exact; "" = the error names no field
    std::string message;  ///< a part of the message
};

struct Accepted {
    std::string body;
    std::string query;     ///< as show() writes it, exact
    std::string ignored;   ///< value of X-Ignored-Fields
    std::string defaults;  ///< value of X-Applied-Defaults
};

/// One line for a query: `alphacoffee.com limit=50 [US state=CA zip=94607 @378000000,-1223000000~50000]`.
/// The position is in ten-millionths of a degree, the radius in metres.
std::string show(const search::EnrichQuery& query);
/// The part of show() for the locations: " [FR city=Paris] [US]".
std::string show(const std::vector<search::LocationFilter>& locations);

/// Checks everything that the answer of a refusal must have, for the endpoints of searches and enrichments.
void expect_refusal(const Answer& answer, const Refused& refused);

void check(std::initializer_list<Refused> table, bool strict = false);
void check(std::initializer_list<Accepted> table, bool strict = false);

/// {"website":"alphacoffee.com",<fields>}
std::string with(const std::string& fields);
/// {"website":"alphacoffee.com","location":<value>}
std::string at(const std::string& value);

std::string repeat(const std::string& text, std::size_t times);

}  // namespace bizrec::api
