#include "lmdb_builder/commands/commands.hpp"

#include <cstdio>

#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/suppression/import_drop.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* import_drop_examples = R"(
Examples:
  lmdb_builder suppress import-drop /var/lib/bizrec/deletions drop-20260801.zip

Imports downloads of California's deletion lists (DROP) into STORE, a folder of hashes that stays
at the builder: zip archives of files YYYYMMDD_BROKER_TYPE[_SUFFIX].csv, or such files. STORE is
created if it is missing, and only its owner can read it. Each download is a difference to the one before;
what was imported before is skipped. Then: lmdb_builder suppress match.

Exit status: 0 imported, 1 a file is no good, or an I/O error (STORE is as it was), 2 wrong usage.)";

struct ImportDropArguments {
    ImportDropOptions options;
    bool json = false;
    bool quiet = false;
};

std::string summary_json(const ImportDropSummary& summary) {
    return "{\"files\":" + std::to_string(summary.files) +
           ",\"imported_before\":" + std::to_string(summary.files_before) +
           ",\"added\":" + std::to_string(summary.added) + ",\"removed\":" + std::to_string(summary.removed) +
           ",\"unknown\":" + std::to_string(summary.unknown) + ",\"hashes\":" + std::to_string(summary.hashes) + "}\n";
}

std::string summary_text(const ImportDropSummary& summary) {
    std::string text = counted(summary.files, "file", "files") + " imported";
    text += summary.files_before == 0 ? "" : ", " + counted(summary.files_before, "was", "were") + " imported before";
    text += ": " + counted(summary.added, "hash", "hashes") + " added, " + with_separators(summary.removed) +
            " removed, " + with_separators(summary.hashes) + " in the store\n";
    return text + (summary.unknown == 0 ? ""
                                        : counted(summary.unknown, "to be removed is", "to be removed are") +
                                              " not in the store: was a download left out?\n");
}

int run_import_drop(const ImportDropArguments& arguments) {
    const auto imported = import_drop(arguments.options);
    if (!imported) {
        return fail(imported.error().message);
    }
    if (arguments.json) {
        print_lines(stdout, summary_json(imported.value()));
    } else if (!arguments.quiet) {
        print_lines(stdout, summary_text(imported.value()));
    }
    return exit_code::done;
}

Options options_of(ImportDropArguments& to) {
    ImportDropOptions& options = to.options;
    return joined_options(
        {{text_option("store", "STORE", options.store, "Folder of hashes").required(),
          list_option("downloads", "DOWNLOAD", options.downloads, "Zip archive of deletion lists, or a file of one")
              .required(),
          flag_option("--allow-older", options.allow_older,
                      "Accept files of an earlier day than one that was imported"),
          flag_option("--wait", options.wait, "Wait for another command that changes STORE")},
         summary_options(to.json, to.quiet)});
}

}  // namespace

Command suppress_import_drop() {
    return command_of<ImportDropArguments>("import-drop", "Import deletion lists of hashes (California's DROP)",
                                           import_drop_examples, options_of, run_import_drop);
}

}  // namespace bizrec::builder
