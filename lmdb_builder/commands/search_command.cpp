#include "lmdb_builder/commands/search_command.hpp"

#include "bizrec/api/search_answer.hpp"
#include "lmdb_builder/commands/command.hpp"
#include "lmdb_builder/commands/option_values.hpp"
#include "lmdb_builder/commands/request_body.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* search_examples = R"(
Examples:
  lmdb_builder search index.lmdb coffee in Austin
  lmdb_builder search index.lmdb '{"store_name":"blue bottle","location":{"city":"Oakland"},"limit":3}'
  lmdb_builder search index.lmdb '{"tags":["museum"],"location":{"country":"FR"},"estimate_total":true}'
  echo '{"query":"coffee","limit":2,"cursor":[41562,"9b87cf75-2c28-5b0c-a1de-5d0bd1c5d0f3"]}' |
    lmdb_builder search index.lmdb -

Prints the body that the server would send for POST /api/v1/search/only_ids with this request
body; status and headers go to standard error. Words that stand there as they are become the
body {"query":…}, which is shown. --strict is the header Prefer: handling=strict.
The last row's cursor, sent with the same request, gives the next page. `explain` tells why a
row has its score.

Exit status: 0 for a 200, 1 for a refusal or no usable index, 2 wrong usage.)";

struct SearchArguments {
    std::string path;
    std::vector<std::string> body;
    std::uint32_t greatest_limit = api::default_search_limit;
    bool strict = false;
};

int run_search(const SearchArguments& arguments) {
    const auto generation = open_index(arguments.path, store::Generation::Check::hash);
    if (generation == nullptr) {
        return exit_code::failed;
    }
    const std::string body = search_body(CLI::detail::join(arguments.body, " "));
    api::SearchEndpoint endpoint;
    if (endpoint.start({generation.get(), body, arguments.strict, UINT64_MAX, api::default_answer_limit,
                        arguments.greatest_limit})) {
        endpoint.run();
    }
    return print_answer(endpoint.answer());
}

}  // namespace

void add_search_command(CLI::App& app, int& exit) {
    auto arguments = std::make_shared<SearchArguments>();
    CLI::App* command = app.add_subcommand("search", "Answer one search request without a server");
    command->footer(search_examples);
    command->add_option("index", arguments->path, "Index file")->required()->type_name("INDEX");
    command->add_option("body", arguments->body, "Words, or a request body, or - for a body on standard input")
        ->required()
        ->type_name("WORDS|JSON");
    command->add_flag("--strict", arguments->strict, "Unknown fields are errors");
    add_number_option(*command, "--greatest-limit", arguments->greatest_limit, 1U,
                      std::numeric_limits<std::uint32_t>::max(),
                      "Greatest limit, as the server's directive sets it [1000]")
        ->type_name("ROWS");
    command->callback([arguments, &exit] { exit = run_search(*arguments); });
}

}  // namespace bizrec::builder
