#include "lmdb_builder/commands/commands.hpp"

#include <cstdio>

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/published_files.hpp"
#include "lmdb_builder/publish/roll_back.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"
#include "lmdb_builder/terminal/progress_display.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* rollback_examples = R"(
Examples:
  lmdb_builder rollback /srv/bizrec
  lmdb_builder rollback /srv/bizrec --to cef2441186e04449

Hashes the generation that was published before the current one, or the one that --to names,
holds it against its manifest, and lets the link DIR/current name it. Rolled back again it goes
further back. `lmdb_builder published DIR` lists what is there. Where DIR has files of changes, those
to this generation are written, too, so that GET /api/v1/changes leads back.

Exit status: 0 rolled back, or current already; 1 no such generation, it is damaged, or an I/O
error (DIR/current is as it was); 2 wrong usage.)";

struct RollbackArguments {
    RollbackOptions options;
    bool json = false;
    bool quiet = false;
};

std::string rollback_json(const RollbackSummary& summary, const std::vector<PublishedFile>& changes) {
    return "{\"generation\":" + json_string(summary.manifest.generation) + ",\"file\":" + json_string(summary.file) +
           ",\"previous\":" + (summary.previous.empty() ? "null" : json_string(summary.previous)) +
           ",\"switched\":" + (summary.switched ? "true" : "false") +
           ",\"documents\":" + std::to_string(summary.manifest.documents) + ",\"changes\":" + files_json(changes) +
           "}\n";
}

std::string rollback_text(const RollbackSummary& summary) {
    return text::visible(summary.file) + (summary.switched ? ": current, " : ": was current already, ") +
           counted(summary.manifest.documents, "document", "documents") +
           (summary.switched && !summary.previous.empty() ? "; before: " + summary.previous : "") + "\n";
}

int run_rollback(const RollbackArguments& arguments) {
    remove_staging_on_signals();
    ProgressDisplay display(stderr, ProgressDisplay::mode_for(stderr, arguments.quiet));
    const auto rolled_back = roll_back(arguments.options, std::ref(display));
    display.end_stage();
    if (!rolled_back) {
        return fail(rolled_back.error().message);
    }
    if (!rolled_back.value().warning.empty()) {
        warn(rolled_back.value().warning);
    }
    const std::vector<PublishedFile> changes =
        changes_to(arguments.options.folder, rolled_back.value().manifest.generation, WriteChanges::if_folder_has_some);
    if (arguments.json) {
        print_lines(stdout, rollback_json(rolled_back.value(), changes));
    } else if (!arguments.quiet) {
        print_lines(stdout, rollback_text(rolled_back.value()));
        print_files(changes);
    }
    return exit_code::done;
}

Options options_of(RollbackArguments& to) {
    RollbackOptions& options = to.options;
    return joined_options(
        {{text_option("folder", "DIR", options.folder, "Folder of published indexes").required(),
          text_option("--to", "GENERATION", options.generation,
                      "Generation, or its first digits [the one before the current]"),
          text_option("--trust", "PEM", options.trust_path, "Require that one of these keys signed its manifest"),
          text_option("--key", "PEM", options.key_path,
                      "Sign DIR/current.json anew, so that edges that pull over HTTP follow"),
          flag_option("--wait", options.wait, "Wait for another publish or rollback of DIR")},
         summary_options(to.json, to.quiet)});
}

}  // namespace

Command rollback_command() {
    return command_of<RollbackArguments>("rollback", "Make an earlier index the current one again", rollback_examples,
                                         options_of, run_rollback);
}

}  // namespace bizrec::builder
