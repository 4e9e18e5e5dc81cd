#include "lmdb_builder/commands/commands.hpp"

#include "bizrec/api/enrich_answer.hpp"
#include "bizrec/api/search_answer.hpp"
#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/open_index.hpp"
#include "lmdb_builder/commands/request_body.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* query_examples = R"(
Examples:
  lmdb_builder query index.mdb bluebottlecoffee.com
  lmdb_builder query index.mdb instagram.com/bluebottle
  lmdb_builder query index.mdb '{"website":"dunkindonuts.com","location":{"city":"Boston"},"limit":3}'
  echo '{"social_media_link":"instagram.com/bluebottle"}' | lmdb_builder query index.mdb -
  lmdb_builder query index.mdb '{"query":"coffee in Austin","limit":3}'

Prints the body that the server would send for POST /api/v1/enrich_company with this request
body; status and headers go to standard error. A website or profile that stands there as it is
becomes a body, which is shown. A body with fields of a search, and no website or profile, is
answered as POST /api/v1/search does, with whole records; `search` takes words as they are, and
gives ids. --strict is the header Prefer: handling=strict.

Exit status: 0 for a 200, 1 for a refusal or no usable index, 2 wrong usage.)";

struct QueryArguments {
    std::string path;
    std::string body;
    bool strict = false;
};

int answer_search(const store::Generation& generation, const std::string& body, bool strict) {
    api::SearchEndpoint endpoint;
    api::EndpointRequest request{&generation, body, strict};
    request.rows = api::SearchRows::full;
    if (endpoint.start(request)) {
        endpoint.run();
    }
    return print_answer(endpoint.answer());
}

int run_query(const QueryArguments& arguments) {
    const auto generation = open_index(arguments.path);
    if (generation == nullptr) {
        return exit_code::failed;
    }
    const std::string body = enrich_body(arguments.body, generation->normaliser());
    if (is_search_body(body)) {
        return answer_search(*generation, body, arguments.strict);
    }
    api::EnrichEndpoint endpoint;
    return print_answer(endpoint.answer(*generation, body, arguments.strict));
}

Options options_of(QueryArguments& to) {
    return {
        index_argument(to.path),
        text_option("body", "URL|JSON", to.body, "Website, profile or request body, or - for a body on standard input")
            .required(),
        flag_option("--strict", to.strict, "Refuse unknown fields")};
}

}  // namespace

Command query_command() {
    return command_of<QueryArguments>("query", "Answer one request without a server", query_examples, options_of,
                                      run_query);
}

}  // namespace bizrec::builder
