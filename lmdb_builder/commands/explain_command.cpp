#include "lmdb_builder/commands/commands.hpp"

#include <cstdio>
#include <vector>

#include "bizrec/api/row_explanation.hpp"
#include "bizrec/explain/explanation.hpp"
#include "bizrec/format/content.hpp"
#include "bizrec/format/term_lists.hpp"
#include "bizrec/format/uuid.hpp"
#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/open_index.hpp"
#include "lmdb_builder/commands/request_body.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* explain_examples = R"(
Examples:
  lmdb_builder explain index.mdb --body '{"query":"coffee in Austin"}'
  lmdb_builder explain index.mdb --body '{"query":"coffee in Austin"}' \
    9b87cf75-2c28-5b0c-a1de-5d0bd1c5d0f3 f03ff306-2b42-5a91-8d50-cdc179632a41

Tells how a search request scores records: how its words are read, which word gave what in
which list, what names, categories and boosts add, and the quality at the end; or which
condition a record does not meet. Without an id: the best row of the request.

Exit status: 0 done, 1 the request is refused, an id is not in the index, or the index is no
good, 2 wrong usage.)";

struct ExplainArguments {
    std::string path;
    std::string body;
    std::vector<std::string> ids;
};

bool find_best_row(const store::Generation& generation, const search::SearchQuery& query, std::uint32_t& docid) {
    search::SearchQuery one = query;
    one.limit = 1;
    search::Search search;
    search::SearchResult result;
    search.run(generation, one, result);
    if (result.rows.empty()) {
        fail("no record matches; name an id to see which condition its record does not meet");
        return false;
    }
    docid = result.rows[0].docid;
    return true;
}

void print_explanation(const store::Generation& generation, const search::Explanation& explanation,
                       std::uint32_t docid) {
    print_lines(stdout, format::uuid_text(generation.uuid[docid]) + "  docid " + std::to_string(docid) + '\n' +
                            explanation.text(docid, api::record_texts(generation, docid)));
}

int run_explain(const ExplainArguments& arguments) {
    const auto generation = open_index(arguments.path);
    search::SearchQuery query;
    if (generation == nullptr || !read_search(search_body(arguments.body), *generation, query)) {
        return exit_code::failed;
    }
    std::vector<std::uint32_t> docids(arguments.ids.empty() ? 1 : arguments.ids.size());
    if (arguments.ids.empty() && !find_best_row(*generation, query, docids[0])) {
        return exit_code::failed;
    }
    for (std::size_t i = 0; i < arguments.ids.size(); ++i) {
        const auto docid = find_document(*generation, arguments.ids[i]);
        if (!docid) {
            return exit_code::failed;
        }
        docids[i] = *docid;
    }
    const search::Explanation explanation(*generation, query);
    for (const std::uint32_t docid : docids) {
        print_explanation(*generation, explanation, docid);
    }
    return exit_code::done;
}

Options options_of(ExplainArguments& to) {
    return {index_argument(to.path),
            text_option("--body", "WORDS|JSON", to.body, "The search: words, a request body, or - for standard input")
                .required(),
            list_option("id", "ID", to.ids, "Ids of records")};
}

}  // namespace

Command explain_command() {
    return command_of<ExplainArguments>("explain", "Show how a search request scores records", explain_examples,
                                        options_of, run_explain);
}

}  // namespace bizrec::builder
