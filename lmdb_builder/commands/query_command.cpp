#include <cstdio>
#include <iostream>
#include <iterator>

#include "bizrec/api/enrich_answer.hpp"
#include "lmdb_builder/commands/command.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* query_examples = R"(
Examples:
  lmdb_builder query index.lmdb '{"website":"bluebottlecoffee.com"}'
  lmdb_builder query index.lmdb '{"website":"dunkindonuts.com","location":{"city":"Boston"},"limit":3}'
  echo '{"social_media_link":"instagram.com/bluebottle"}' | lmdb_builder query index.lmdb -

Prints the body that the server would send for POST /api/v1/enrich_company with this request
body; status and headers go to standard error. --strict is the header Prefer: handling=strict.

Exit status: 0 for a 200, 1 for a refusal or no usable index, 2 wrong usage.)";

struct QueryArguments {
    std::string path;
    std::string body;
    bool strict = false;
};

/// One byte more than the limit tells that there is more.
std::string read_standard_input() {
    std::string body;
    for (std::istreambuf_iterator<char> at(std::cin), end; at != end && body.size() <= api::enrich_body_limit; ++at) {
        body.push_back(*at);
    }
    return body;
}

void print_header(const char* name, const std::string& value) {
    if (!value.empty()) {
        std::fprintf(stderr, "%s: %s\n", name, value.c_str());
    }
}

int print_answer(int status, const std::string& body) {
    std::fwrite(body.data(), 1, body.size(), stdout);
    std::fputc('\n', stdout);
    return status == 200 ? exit_code::done : exit_code::failed;
}

int run_query(const QueryArguments& arguments) {
    const auto generation = open_index(arguments.path, store::Generation::Check::hash);
    if (generation == nullptr) {
        return exit_code::failed;
    }
    const std::string body = arguments.body == "-" ? read_standard_input() : arguments.body;
    if (body.size() > api::enrich_body_limit) {
        const api::ApiError& too_large = api::standard_error(413);
        std::fprintf(stderr, "status: %d\n", too_large.status);
        return print_answer(too_large.status, api::render_error(too_large));
    }
    api::EnrichEndpoint endpoint;
    const api::Answer& answer = endpoint.answer(*generation, body, arguments.strict);
    std::fprintf(stderr, "status: %d\n", answer.status);
    print_header("X-Ignored-Fields", answer.ignored_fields);
    print_header("X-Applied-Defaults", answer.applied_defaults);
    print_header("X-Identity-Note", answer.identity_note);
    return print_answer(answer.status, answer.body);
}

}  // namespace

void add_query_command(CLI::App& app, int& exit) {
    auto arguments = std::make_shared<QueryArguments>();
    CLI::App* command = app.add_subcommand("query", "Answer one enrichment request without a server");
    command->footer(query_examples);
    command->add_option("index", arguments->path, "Index file")->required()->type_name("INDEX");
    command->add_option("body", arguments->body, "Request body, or - for standard input")
        ->required()
        ->type_name("JSON");
    command->add_flag("--strict", arguments->strict, "Unknown fields are errors");
    command->callback([arguments, &exit] { exit = run_query(*arguments); });
}

}  // namespace bizrec::builder
