#include "lmdb_builder/commands/commands.hpp"

#include <cstdio>

#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"
#include "lmdb_builder/suppression/change_list.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* suppress_examples = R"(
Examples:
  lmdb_builder suppress /srv/bizrec --key private.pem --id 2f1c9a52-7d0e-4c58-9c0e-3f4e6a1b2c3d
  lmdb_builder suppress /srv/bizrec --key private.pem --email jane@example.com
  lmdb_builder suppress /srv/bizrec --id 2f1c9a52-7d0e-4c58-9c0e-3f4e6a1b2c3d --part /staffs/1
  lmdb_builder suppress /srv/bizrec --remove --website joes.example
  lmdb_builder suppress list /srv/bizrec
  lmdb_builder suppress check /srv/bizrec 2f1c9a52-7d0e-4c58-9c0e-3f4e6a1b2c3d
  lmdb_builder suppress import-drop /var/lib/bizrec/deletions drop-20260801.zip
  lmdb_builder suppress match /var/lib/bizrec/deletions /srv/bizrec --key private.pem
  lmdb_builder suppress report /var/lib/bizrec/deletions -o report.csv

Puts records, or parts of them, on the list of what nobody may see. Every server of DIR takes the
new list within its interval (bizrec_index_interval). --id, --website and --profile name whole
records, with --part only those parts; --email and --phone name each value that holds them. All are
looked up in the current generation; the list itself holds ids and pointers alone.

Each command leaves a line in DIR/suppressions.log.

Exit status: 0 done, 1 no such folder, or an I/O error (the list is as it was), 2 wrong usage.)";

struct SuppressArguments {
    SuppressOptions options;
    bool json = false;
    bool quiet = false;
};

std::string summary_json(const SuppressSummary& summary) {
    return "{\"list\":" + std::to_string(summary.list) + ",\"entries\":" + std::to_string(summary.entries) +
           ",\"added\":" + std::to_string(summary.added) + ",\"removed\":" + std::to_string(summary.removed) +
           ",\"unknown\":" + std::to_string(summary.unknown) +
           ",\"generation\":" + (summary.generation.empty() ? "null" : json_string(summary.generation)) +
           ",\"proved\":" + (summary.is_proved ? "true" : "false") + "}\n";
}

std::string summary_text(const SuppressSummary& summary) {
    if (summary.list == 0) {
        return "nothing was found, and there is no list\n";
    }
    const bool is_new = summary.added != 0 || summary.removed != 0;
    std::string text = (summary.has_found ? "list " : "nothing was found; list ") + std::to_string(summary.list) +
                       (is_new ? ": " : " as it was: ") + counted(summary.entries, "entry", "entries");
    text += is_new ? ", " + with_separators(summary.added) + " added, " + with_separators(summary.removed) + " removed"
                   : std::string();
    text += summary.unknown == 0
                ? ""
                : "; " + counted(summary.unknown, "id is", "ids are") + " not in the current generation";
    return text + "\n";
}

int run_suppress(const SuppressArguments& arguments) {
    remove_staging_on_signals();
    const auto changed = change_list(arguments.options);
    if (!changed) {
        return fail(changed.error().message);
    }
    if (arguments.json) {
        print_lines(stdout, summary_json(changed.value()));
    } else if (!arguments.quiet) {
        print_lines(stdout, summary_text(changed.value()));
    }
    return exit_code::done;
}

Options options_of(SuppressArguments& to) {
    SuppressOptions& options = to.options;
    return joined_options(
        {{text_option("folder", "DIR", options.folder, "Folder of published indexes"),
          list_option("--id", "ID", options.ids, "Record").repeated(),
          list_option("--website", "WEBSITE", options.websites, "All records of a website").repeated(),
          list_option("--profile", "LINK", options.profiles, "All records of a social media profile").repeated(),
          list_option("--email", "ADDRESS", options.emails, "Each value that contains this e-mail address").repeated(),
          list_option("--phone", "NUMBER", options.phones,
                      "Each value that is this telephone number; only its last ten digits are compared")
              .repeated(),
          list_option("--part", "POINTER", options.parts,
                      "Suppress these parts of the records (JSON Pointer), not whole records")
              .repeated(),
          flag_option("--remove", options.remove, "Remove these entries from the list"),
          text_option("--key", "PEM", options.key_path, "Sign the list with this private key"),
          flag_option("--wait", options.wait, "Wait for another command that changes DIR")},
         summary_options(to.json, to.quiet)});
}

}  // namespace

Command suppress_command() {
    const auto arguments = std::make_shared<SuppressArguments>();
    Command command =
        command_group("suppress", "Remove records, or parts of them, from all answers at once", suppress_examples,
                      {suppress_init(), suppress_list(), suppress_check(), suppress_take(), suppress_import_drop(),
                       suppress_match(), suppress_report()});
    command.options = options_of(*arguments);
    command.problem_of = [arguments](const Given&) {
        return arguments->options.folder.empty() ? std::string("DIR is required: the folder of published indexes")
                                                 : problem_of(arguments->options);
    };
    command.run = [arguments](const Given&) { return run_suppress(*arguments); };
    return command;
}

}  // namespace bizrec::builder
