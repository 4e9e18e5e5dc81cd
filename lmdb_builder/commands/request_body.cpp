#include "lmdb_builder/commands/request_body.hpp"

#include <simdjson.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>

#include "bizrec/api/enrich_request.hpp"
#include "bizrec/api/search_fields.hpp"
#include "bizrec/api/search_request.hpp"
#include "bizrec/base/json_text.hpp"
#include "bizrec/text/visible.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

void print_header(const char* name, const std::string& value) {
    if (!value.empty()) {
        print_lines(stderr, std::string(name) + ": " + value + '\n');
    }
}

/// Whether the argument is a request body: "-", nothing, or text that begins like JSON. Any other text is words, a
/// website or a profile.
bool is_body(const std::string& argument) noexcept {
    const std::size_t first = argument.find_first_not_of(" \t\r\n");
    return first == std::string::npos || argument == "-" ||
           std::string_view("{[\"").find(argument[first]) != std::string_view::npos;
}

/// Makes a body such as `{"query":"pizza"}` and shows it to the user as the request that was meant.
std::string body_of(const char* field, const std::string& value) {
    std::string body = std::string("{\"") + field + "\":";
    append_json_string(body, value);
    body += '}';
    print_lines(stderr, "request: " + text::visible(body) + '\n');
    return body;
}

}  // namespace

std::string enrich_body(const std::string& argument, const identity::Normaliser& normaliser) {
    if (is_body(argument)) {
        return request_body(argument, api::enrich_body_limit);
    }
    identity::Identity identity;
    normaliser.website(argument, identity);
    const bool is_profile = identity.kind == identity::Kind::social || identity.kind == identity::Kind::place;
    return body_of(is_profile ? "social_media_link" : "website", argument);
}

std::string search_body(const std::string& argument) {
    return is_body(argument) ? request_body(argument, api::search_body_limit) : body_of("query", argument);
}

bool is_search_body(const std::string& body) {
    simdjson::dom::parser parser;
    simdjson::dom::object object;
    if (parser.parse(body).get(object) != simdjson::SUCCESS) {
        return false;
    }
    bool is_search = false;
    for (const auto member : object) {
        if (member.key == "website" || member.key == "social_media_link") {
            return false;
        }
        const auto& names = api::search_field_names;
        const bool is_shared = member.key == "location" || member.key == "limit" || member.key == "estimate_total";
        is_search |= !is_shared && std::find(names.begin(), names.end(), member.key) != names.end();
    }
    return is_search;
}

bool read_search(const std::string& body, const store::Generation& generation, search::SearchQuery& query) {
    api::RequestNotes notes;
    api::ApiError error;
    if (!api::SearchRequestParser().parse(body, true, UINT32_MAX, generation, query, notes, error)) {
        fail("the request is refused: " + error.message);
        return false;
    }
    return true;
}

std::string request_body(const std::string& argument, std::size_t limit) {
    if (argument != "-") {
        return argument;
    }
    std::string body;
    for (std::istreambuf_iterator<char> at(std::cin), end; at != end && body.size() <= limit; ++at) {
        body.push_back(*at);
    }
    return body;
}

int print_answer(const api::Answer& answer) {
    std::fprintf(stderr, "status: %d\n", answer.status);
    print_header("X-Ignored-Fields", answer.ignored_fields);
    print_header("X-Words-Ignored", answer.ignored_words);
    print_header("X-Applied-Defaults", answer.applied_defaults);
    print_header("X-Identity-Note", answer.identity_note);
    print_header("X-Query-Reading", answer.reading == "all_words" ? "" : answer.reading);
    print_header("X-Query-Also", answer.other_reading);
    print_json(stdout, answer.body);
    std::fputc('\n', stdout);
    return answer.status == 200 ? exit_code::done : exit_code::failed;
}

}  // namespace bizrec::builder
