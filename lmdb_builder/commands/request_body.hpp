#pragma once

#include <cstddef>
#include <string>

#include "bizrec/api/answer.hpp"
#include "bizrec/identity/identity.hpp"
#include "bizrec/query/search.hpp"
#include "bizrec/store/generation.hpp"
#include "lmdb_builder/command_line/outcome.hpp"

namespace bizrec::builder {

/// The request body of a command line: the argument itself, or standard input if it is "-". Reads at most one byte more
/// than `limit` from standard input, so that the endpoint can refuse a larger body.
std::string request_body(const std::string& argument, std::size_t limit);

/// Like request_body(), but a user may also type the website or profile itself: text that does not begin like JSON
/// becomes the body of a request, which is shown on standard error. "example.com" becomes a website, or a
/// social_media_link if `normaliser` recognises a profile.
std::string enrich_body(const std::string& argument, const identity::Normaliser& normaliser);
/// Like enrich_body(), for searches: "pizza in austin" becomes a query.
std::string search_body(const std::string& argument);

/// Whether a body is for a search and not for an enrichment: an object with a field that only searches have, and
/// without fields that only enrichments have. False for invalid JSON.
bool is_search_body(const std::string& body);

/// Parses a body as the server does with `Prefer: handling=strict`, but accepts any limit. If the body is refused,
/// writes the reason to standard error and returns false.
bool read_search(const std::string& body, const store::Generation& generation, search::SearchQuery& query);

/// Prints the answer that the server would send: the body on standard output, status and headers, one a line, on
/// standard error. Returns exit_code::done for a 200, otherwise exit_code::failed.
int print_answer(const api::Answer& answer);

}  // namespace bizrec::builder
