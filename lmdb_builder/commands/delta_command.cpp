#include "lmdb_builder/commands/commands.hpp"

#include <cstdio>

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/build_options.hpp"
#include "lmdb_builder/deltas/make_delta.hpp"
#include "lmdb_builder/system/output_file.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"
#include "lmdb_builder/terminal/progress_display.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* delta_examples = R"(
Examples:
  lmdb_builder delta -o monday-tuesday.delta monday.mdb tuesday.mdb
  lmdb_builder delta --key /etc/bizrec/private.pem -o today.delta /srv/bizrec/current index.mdb
  lmdb_builder apply -o tuesday.mdb monday.mdb monday-tuesday.delta     (on another host)

Writes what an edge that has OLD needs to make NEW: records that are new or changed, ids of those
that are gone, and what else decides NEW's bytes. First it builds NEW's records once more and
compares the bytes, so that a delta is only written where `apply` can give NEW.

Exit status: 0 written, 1 no usable index, no delta possible, or an I/O error (FILE is as it was),
2 wrong usage.)";

struct DeltaArguments {
    DeltaOptions options;
    std::string base, target;
    bool json = false;
    bool quiet = false;
};

std::string delta_json(const DeltaSummary& summary, const std::string& output) {
    const DeltaHeader& header = summary.header;
    return "{\"file\":" + json_string(output) + ",\"base\":" + json_string(header.base.generation) +
           ",\"target\":" + json_string(header.target.generation) + ",\"added\":" + std::to_string(header.added) +
           ",\"removed\":" + std::to_string(header.removed) + ",\"changed\":" + std::to_string(header.changed) +
           ",\"unchanged\":" + std::to_string(summary.unchanged) + ",\"bytes\":" + std::to_string(summary.bytes) +
           ",\"index_bytes\":" + std::to_string(summary.target_bytes) +
           ",\"signed\":" + (summary.is_signed ? "true" : "false") + "}\n";
}

std::string delta_text(const DeltaSummary& summary, const std::string& output) {
    const DeltaHeader& header = summary.header;
    return text::visible(output) + ": " + header.base.generation + " to " + header.target.generation + ", " +
           with_separators(header.added) + " added, " + with_separators(header.removed) + " removed, " +
           with_separators(header.changed) + " changed, " + with_separators(summary.unchanged) + " unchanged; " +
           size_text(summary.bytes) + " of an index of " + size_text(summary.target_bytes) +
           (summary.is_signed ? ", signed\n" : ", not signed\n");
}

int run_delta(const DeltaArguments& arguments) {
    remove_output_on_signals();
    ProgressDisplay display(stderr, ProgressDisplay::mode_for(stderr, arguments.quiet));
    const auto made = make_delta(arguments.base, arguments.target, arguments.options, std::ref(display));
    display.end_stage();
    if (!made) {
        return fail(made.error().message);
    }
    const std::string& output = arguments.options.build.output;
    print_summary(stdout, arguments.json, arguments.quiet, delta_json(made.value(), output),
                  delta_text(made.value(), output));
    return exit_code::done;
}

Options options_of(DeltaArguments& to) {
    BuildOptions& build = to.options.build;
    return joined_options(
        {{text_option("old", "OLD", to.base, "Older index, which edges have").required(),
          text_option("new", "NEW", to.target, "Newer index, which edges will make").required(),
          text_option("-o,--output", "FILE", build.output, "Delta to write").required(),
          flag_option("--force", build.overwrite, "Replace FILE if it exists"),
          text_option("--key", "PEM", to.options.key_path, "Sign with this Ed25519 private key"),
          text_option("--rules", "DIR", to.options.rule_folder,
                      "Folder of the rule files with which NEW was built, if it has a city_names.txt")},
         working_options(build),
         summary_options(to.json, to.quiet)});
}

}  // namespace

Command delta_command() {
    return command_of<DeltaArguments>("delta", "Write the delta from which an edge makes a newer index", delta_examples,
                                      options_of, run_delta);
}

}  // namespace bizrec::builder
