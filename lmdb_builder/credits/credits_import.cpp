#include "lmdb_builder/credits/credits.hpp"

#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/credits/credits_ledger.hpp"
#include "lmdb_builder/credits/ledger_import.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

using ledger::Ledger;

constexpr const char* credits_import_examples = R"(
Examples:
  lmdb_builder credits import ledger.mdb nyc1.jsonl
  cat nyc1.jsonl sin1.jsonl | lmdb_builder credits import ledger.mdb -

Merges what `credits export` has printed on other edges: of each counter the greatest value stays,
grants are united by their ids. Any order, twice, or late gives the same sums; the own counters that
come back change nothing. The server knows of it within a second. FILE may be packed with gzip or
zstd; several exports may stand in it, and - is standard input.

A line that is none of an export is named with its number, and nothing at all is merged.

Exit status: 0 merged, 1 refused, or an I/O error, 2 wrong usage.)";

struct CreditsArguments {
    std::string path, file;
    bool json = false, quiet = false;
};

void print(const LedgerImportSummary& summary, bool json) {
    if (json) {
        print_json(stdout, "{\"counters\":" + std::to_string(summary.counters) +
                               ",\"raised_counters\":" + std::to_string(summary.raised_counters) +
                               ",\"grants\":" + std::to_string(summary.grants) +
                               ",\"new_grants\":" + std::to_string(summary.new_grants) + "}\n");
    } else {
        print_lines(stdout, "counters  " + with_separators(summary.counters) + " came, " +
                                with_separators(summary.raised_counters) + " were raised\ngrants    " +
                                with_separators(summary.grants) + " came, " + with_separators(summary.new_grants) +
                                " were new\n");
    }
}

/// Reads all lines before it locks the ledger, so that the server never waits for slow input.
int import_credits(const CreditsArguments& arguments) {
    const auto lines = read_exchange(arguments.file);
    if (!lines) {
        return fail(lines.error().message);
    }
    const auto ledger = open_ledger(arguments.path, Ledger::Mode::write);
    if (ledger == nullptr) {
        return exit_code::failed;
    }
    auto txn = ledger->begin(Ledger::Mode::write);
    if (!txn) {
        return fail(txn.error().message);
    }
    const auto summary = merge(txn.value(), lines.value());
    if (!summary) {
        return fail(summary.error().message);
    }
    if (summary.value().raised_counters > 0 || summary.value().new_grants > 0) {
        if (const auto status = txn.value().commit(); !status) {
            return fail(status.error().message);
        }
    }
    if (!arguments.quiet) {
        print(summary.value(), arguments.json);
    }
    return exit_code::done;
}

Options options_of(CreditsArguments& to) {
    return {ledger_argument(to.path),
            text_option("file", "FILE", to.file, "Exports, or - for standard input").required(),
            flag_option("--json", to.json, "Print the summary as one JSON object"),
            flag_option("--quiet", to.quiet, "Print nothing")};
}

}  // namespace

Command credits_import() {
    return command_of<CreditsArguments>("import", "Merge what other edges have exported", credits_import_examples,
                                        options_of, import_credits);
}

}  // namespace bizrec::builder
