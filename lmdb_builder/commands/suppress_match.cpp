#include "lmdb_builder/commands/commands.hpp"

#include <cstdio>

#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"
#include "lmdb_builder/suppression/match_deletions.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* match_examples = R"(
Examples:
  lmdb_builder suppress match /var/lib/bizrec/deletions /srv/bizrec --key private.pem
  lmdb_builder suppress match /var/lib/bizrec/deletions index.lmdb     (changes nothing)

Hashes the e-mail addresses, telephone numbers and people of all records, and tries them against
the hashes of STORE. TARGET is a folder of published indexes: its list of suppressions gets what
is found in its generations, so that no rollback shows it, and STORE what became of each hash. Or
it is an index: then each part that is found is printed as a line of JSON, and nothing is changed.

Exit status: 0 matched, 1 an I/O error (the list is as it was), 2 wrong usage.)";

struct MatchArguments {
    MatchOptions options;
    bool json = false;
    bool quiet = false;
};

std::string summary_json(const MatchSummary& summary) {
    std::string text =
        "{\"records\":" + std::to_string(summary.records) + ",\"identifiers\":" + std::to_string(summary.identifiers) +
        ",\"hashes\":" + std::to_string(summary.hashes) + ",\"parts\":" + std::to_string(summary.parts) +
        ",\"exempt\":" + std::to_string(summary.exempt) + ",\"deleted\":" + std::to_string(summary.deleted) +
        ",\"opted_out\":" + std::to_string(summary.opted_out) + ",\"not_found\":" + std::to_string(summary.not_found) +
        ",\"unknown\":" + std::to_string(summary.unknown) + ",\"rules\":" + std::to_string(summary.rules);
    if (summary.is_folder) {
        text += ",\"list\":" + std::to_string(summary.list.list) + ",\"added\":" + std::to_string(summary.list.added) +
                ",\"proved\":" + (summary.list.is_proved ? "true" : "false");
    }
    return text + "}\n";
}

std::string summary_text(const MatchSummary& summary) {
    std::string text = counted(summary.identifiers, "identifier", "identifiers") + " of " +
                       counted(summary.records, "record", "records") + " tried against " +
                       counted(summary.hashes, "hash", "hashes") + ": " +
                       counted(summary.parts, "part is", "parts are") + " of people on the lists\n";
    text += "hashes: " + with_separators(summary.deleted) + " deleted, " + with_separators(summary.opted_out) +
            " opted out, " + with_separators(summary.exempt) + " exempt, " + with_separators(summary.not_found) +
            " not found\n";
    if (summary.is_folder && summary.list.list != 0) {
        text += "list " + std::to_string(summary.list.list) + ": " + counted(summary.list.entries, "entry", "entries") +
                ", " + with_separators(summary.list.added) + " added\n";
    }
    return text;
}

int run_match(const MatchArguments& arguments) {
    remove_staging_on_signals();
    const bool shows = !arguments.json && !arguments.quiet;
    const auto matched = match_deletions(arguments.options, [shows](const FoundPart& part) {
        if (shows) {
            std::string line = "{\"id\":" + json_string(part.id);
            line += part.pointer.empty() ? ",\"whole\":true" : ",\"part\":" + json_string(part.pointer);
            print_lines(stdout, line + ",\"type\":" + json_string(std::string(name_of(part.type))) + "}\n");
        }
    });
    if (!matched) {
        return fail(matched.error().message);
    }
    const MatchSummary& summary = matched.value();
    if (summary.unknown != 0) {
        warn(counted(summary.unknown, "ID of --exempt and --opted-out is", "IDs of --exempt and --opted-out are") +
             " on no list of the store");
    }
    if (arguments.json) {
        print_lines(stdout, summary_json(summary));
    } else if (!arguments.quiet) {
        print_lines(summary.is_folder ? stdout : stderr, summary_text(summary));
    }
    return exit_code::done;
}

Options options_of(MatchArguments& to) {
    MatchOptions& options = to.options;
    return joined_options(
        {{text_option("store", "STORE", options.store, "Folder of hashes").required(),
          text_option("target", "TARGET", options.target, "Folder of published indexes, or an index").required(),
          text_option("--exempt", "FILE", options.exempt_path,
                      "File with the IDs of requests that are exempt, one per line"),
          text_option("--opted-out", "FILE", options.opted_out_path,
                      "File with the IDs to report as opted out if they are found, one per line"),
          text_option("--rules", "DIR", options.rule_folder,
                      "Folder with deletion_hashes.txt, which says how identifiers are hashed [compiled in]"),
          text_option("--key", "PEM", options.key_path, "Sign the list with this private key"),
          flag_option("--wait", options.wait, "Wait for another command that changes STORE or TARGET")},
         summary_options(to.json, to.quiet)});
}

}  // namespace

Command suppress_match() {
    return command_of<MatchArguments>("match", "Suppress the people on the imported deletion lists", match_examples,
                                      options_of, run_match);
}

}  // namespace bizrec::builder
