#include "lmdb_builder/commands/commands.hpp"

#include <cstdio>
#include <optional>

#include "bizrec/store/sha256.hpp"
#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/import/import_output.hpp"
#include "lmdb_builder/suppression/audit_line.hpp"
#include "lmdb_builder/suppression/deletion_folder.hpp"
#include "lmdb_builder/suppression/deletion_report.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* report_examples = R"(
Examples:
  lmdb_builder suppress report /var/lib/bizrec/deletions -o report.csv
  lmdb_builder suppress report /var/lib/bizrec/deletions --type Email > email.csv

Writes what became of each ID as CSV, `Id,Status`: 2 exempt, 3 deleted, 4 opted out, 5 not found.
Whoever a match, or a build with --hashes, has found is deleted, and stays so. IDs whose hashes no
`suppress match` has tried are left out, and counted in a warning.

Exit status: 0 written, 1 no store, or an I/O error (FILE is as it was), 2 wrong usage.)";

struct ReportArguments {
    std::string store, output, type;
    bool wait = false;
};

std::vector<std::string> type_choices() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < hash_types; ++i) {
        names.emplace_back(name_of(static_cast<HashType>(i)));
    }
    return names;
}

/// Appends a line to the store's log. Its proof is the digest of the report, so that a file can be compared with it.
/// The line is written before the report: no report leaves the store without its line.
void record_report(const DeletionFolder& folder, const DeletionStore& store, const DeletionReport& report,
                   const std::string& type) {
    store::Sha256 digest{};
    if (!store::sha256(report.csv.data(), report.csv.size(), digest)) {
        throw BuildFailure("OpenSSL offers no SHA-256");
    }
    append_audit_fields(
        folder.path(), "suppress report",
        "\"imported\":" + std::to_string(store.imported.size()) + ",\"type\":" + json_string(type) +
            ",\"ids\":" + std::to_string(report.ids) + ",\"untried\":" + std::to_string(report.untried) +
            ",\"exempt\":" + std::to_string(report.exempt) + ",\"deleted\":" + std::to_string(report.deleted) +
            ",\"opted_out\":" + std::to_string(report.opted_out) + ",\"not_found\":" +
            std::to_string(report.not_found) + ",\"proof\":{\"sha256\":\"" + store::hex(digest) + "\"}");
}

int run_report(const ReportArguments& arguments) {
    remove_import_on_signals();
    try {
        const std::optional<HashType> type = hash_type_of(arguments.type);
        const DeletionFolder folder(arguments.store, false, arguments.wait);
        const DeletionStore store = folder.load();
        const DeletionReport report = deletion_report(store, type ? &*type : nullptr);
        // FILE gets the new report as a whole or not at all: half of one must never be sent as if it were the report.
        ImportOutput output(arguments.output == "-" ? "" : arguments.output);
        record_report(folder, store, report, arguments.type);
        output.write(report.csv);
        output.finish();
        if (report.untried != 0) {
            warn(counted(report.untried, "ID is left out, because its hash was",
                         "IDs are left out, because their hashes were") +
                 " not tried yet: lmdb_builder suppress match");
        }
    } catch (const BuildFailure& failure) {
        return fail(failure.what());
    }
    return exit_code::done;
}

Options options_of(ReportArguments& to) {
    return {text_option("store", "STORE", to.store, "Folder of hashes").required(), output_option(to.output),
            choice_option("--type", "TYPE", type_choices(), to.type, "Only lists of this type"),
            flag_option("--wait", to.wait, "Wait for another command that changes STORE")};
}

}  // namespace

Command suppress_report() {
    return command_of<ReportArguments>("report", "Show the outcome of each request of the deletion lists",
                                       report_examples, options_of, run_report);
}

}  // namespace bizrec::builder
