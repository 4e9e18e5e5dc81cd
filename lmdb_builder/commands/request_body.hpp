#pragma once

#include <cstddef>
#include <string>

#include "bizrec/api/answer.hpp"
#include "bizrec/identity/identity.hpp"
#include "bizrec/query/search.hpp"
#include "bizrec/store/generation.hpp"
#include "lmdb_builder/command_line/outcome.hpp"

namespace bizrec::builder {

/// The request body that the command line names: itself, or standard input where it is "-", of which at most one byte
/// more than `limit` is read, so that the endpoint can tell that there is more.
std::string request_body(const std::string& argument, std::size_t limit);

/// The same where people may also type what they look for: text that begins like no JSON becomes the body of a request
/// for it, and is shown on standard error. "example.com" is a website, or a social_media_link where `normaliser` reads
/// a profile.
std::string enrich_body(const std::string& argument, const identity::Normaliser& normaliser);
/// "pizza in austin" is a query.
std::string search_body(const std::string& argument);

/// Whether a body is one of searches rather than of enrichments: an object with a field that only searches have, and
/// none that only enrichments have. What is no JSON is none.
bool is_search_body(const std::string& body);

/// Reads a body as `--strict` does, with any limit. False after a message on standard error: it is refused.
bool read_search(const std::string& body, const store::Generation& generation, search::SearchQuery& query);

/// The answer as the server would send it: the body on standard output; status and headers, one a line, on standard
/// error. Gives exit_code::done for a 200, else exit_code::failed.
int print_answer(const api::Answer& answer);

}  // namespace bizrec::builder
