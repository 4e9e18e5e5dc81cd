#include "lmdb_builder/commands/commands.hpp"

#include "bizrec/api/search_answer.hpp"
#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/open_index.hpp"
#include "lmdb_builder/commands/request_body.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* search_examples = R"(
Examples:
  lmdb_builder search index.mdb coffee in Austin
  lmdb_builder search index.mdb '{"store_name":"blue bottle","location":{"city":"Oakland"},"limit":3}'
  lmdb_builder search index.mdb '{"tags":["museum"],"location":{"country":"FR"},"estimate_total":true}'
  echo '{"query":"coffee","limit":2,"cursor":[41562,"9b87cf75-2c28-5b0c-a1de-5d0bd1c5d0f3"]}' |
    lmdb_builder search index.mdb -

Prints the body that the server would send for POST /api/v1/search/only_ids with this request
body; status and headers go to standard error. Words that stand there as they are become the
body {"query":…}, which is shown. --strict is the header Prefer: handling=strict.
The last row's cursor, sent with the same request, gives the next page. `explain` tells why a
row has its score.

Exit status: 0 for a 200, 1 for a refusal or no usable index, 2 wrong usage.)";

struct SearchArguments {
    std::string path;
    std::vector<std::string> body;
    std::uint32_t max_limit = api::default_search_limit;
    bool strict = false;
};

std::string joined_words(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (&word == &words.front() ? "" : " ") + word;
    }
    return text;
}

int run_search(const SearchArguments& arguments) {
    const auto generation = open_index(arguments.path);
    if (generation == nullptr) {
        return exit_code::failed;
    }
    const std::string body = search_body(joined_words(arguments.body));
    api::SearchEndpoint endpoint;
    if (endpoint.start(
            {generation.get(), body, arguments.strict, UINT64_MAX, api::default_answer_limit, arguments.max_limit})) {
        endpoint.run();
    }
    return print_answer(endpoint.answer());
}

Options options_of(SearchArguments& to) {
    return {index_argument(to.path),
            list_option("body", "WORDS|JSON", to.body, "Words, or a request body, or - for a body on standard input")
                .required(),
            flag_option("--strict", to.strict, "Refuse unknown fields"),
            number_option("--max-limit", "ROWS", to.max_limit, 1, std::numeric_limits<std::uint32_t>::max(),
                          "Greatest limit, as the server's directive sets it [1000]")};
}

}  // namespace

Command search_command() {
    return command_of<SearchArguments>("search", "Answer one search request without a server", search_examples,
                                       options_of, run_search);
}

}  // namespace bizrec::builder
