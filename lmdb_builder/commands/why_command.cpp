#include "lmdb_builder/commands/commands.hpp"

#include <cstdio>

#include "bizrec/api/enrich_request.hpp"
#include "bizrec/api/search_request.hpp"
#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/open_index.hpp"
#include "lmdb_builder/commands/request_body.hpp"
#include "lmdb_builder/commands/why_reasons.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* why_examples = R"(
Examples:
  lmdb_builder why index.mdb --body '{"query":"coffee in Austin"}' \
    9b87cf75-2c28-5b0c-a1de-5d0bd1c5d0f3
  lmdb_builder why index.mdb --body '{"website":"starbucks.com","location":{"city":"Seattle"}}' \
    9b87cf75-2c28-5b0c-a1de-5d0bd1c5d0f3

Says in a sentence at which rank a record is in the answer of a search or of an enrichment, or
why it is not there. `explain` shows the sum behind the score of a search.

Exit status: 0 the record is in the answer, 1 it is not, the request is refused, there is no
such record, or the index is no good, 2 wrong usage.)";

struct WhyArguments {
    std::string path;
    std::string body;
    std::string id;
};

std::optional<Reason> search_reason(const store::Generation& generation, const std::string& body, std::uint32_t docid) {
    search::SearchQuery query;
    return read_search(body, generation, query) ? std::optional(why_found(generation, query, docid)) : std::nullopt;
}

std::optional<Reason> enrichment_reason(const store::Generation& generation, const std::string& body,
                                        std::uint32_t docid) {
    search::EnrichQuery query;
    api::RequestNotes notes;
    api::ApiError error;
    if (!api::EnrichRequestParser().parse(body, true, generation, query, notes, error)) {
        fail("the request is refused: " + error.message);
        return std::nullopt;
    }
    return why_enriched(generation, query, docid);
}

int run_why(const WhyArguments& arguments) {
    const auto generation = open_index(arguments.path);
    if (generation == nullptr) {
        return exit_code::failed;
    }
    const auto docid = find_document(*generation, arguments.id);
    if (!docid) {
        return exit_code::failed;
    }
    const std::string body = request_body(arguments.body, api::search_body_limit);
    const std::optional<Reason> reason =
        is_search_body(body) ? search_reason(*generation, body, *docid) : enrichment_reason(*generation, body, *docid);
    if (!reason) {
        return exit_code::failed;
    }
    print_lines(stdout, reason->sentence + '\n');
    return reason->is_in_answer ? exit_code::done : exit_code::failed;
}

Options options_of(WhyArguments& to) {
    return {index_argument(to.path),
            text_option("--body", "JSON", to.body, "Request body, or - for standard input").required(),
            text_option("id", "ID", to.id, "Id of the record").required()};
}

}  // namespace

Command why_command() {
    return command_of<WhyArguments>("why", "Explain why a record is, or is not, in an answer", why_examples, options_of,
                                    run_why);
}

}  // namespace bizrec::builder
