#include "lmdb_builder/commands/commands.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/build_options.hpp"
#include "lmdb_builder/deltas/apply_delta.hpp"
#include "lmdb_builder/system/output_file.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"
#include "lmdb_builder/terminal/progress_display.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* apply_examples = R"(
Examples:
  lmdb_builder apply -o tuesday.mdb monday.mdb monday-tuesday.delta
  lmdb_builder apply -o wednesday.mdb monday.mdb monday-tuesday.delta tuesday-wednesday.delta
  lmdb_builder apply --nice 10 --trust /etc/bizrec/trust.pem -o incoming /srv/bizrec/current today.delta

Makes the index that the publisher has, byte for byte, of OLD and what `lmdb_builder delta` wrote;
of several deltas that follow each other in one go. -o may name a folder: the index becomes
GENERATION.mdb in it, with the publisher's manifest and signature beside it.

Exit status: 0 made, or there already; 1 a damaged file or an I/O error; 2 wrong usage; 3 the
deltas are sound, but are from another index, or this machine has other tables or versions than
the publisher's: fetch the whole packed index. But for 0 the output is as it was.)";

constexpr unsigned max_niceness = 19;

struct ApplyArguments {
    ApplyOptions options;
    std::string tables;
    unsigned niceness = 0;
    bool json = false;
    bool quiet = false;
};

std::string apply_json(const ApplySummary& summary) {
    return "{\"file\":" + json_string(summary.output) + ",\"generation\":" + json_string(summary.generation) +
           ",\"documents\":" + std::to_string(summary.documents) +
           ",\"delta_bytes\":" + std::to_string(summary.delta_bytes) +
           ",\"was_there\":" + (summary.was_there ? "true" : "false") +
           ",\"manifest\":" + (summary.has_manifest ? "true" : "false") +
           ",\"signed\":" + (summary.has_signature ? "true" : "false") +
           ",\"seconds\":" + std::to_string(summary.build.seconds) +
           ",\"peak_memory_bytes\":" + std::to_string(summary.build.peak_memory_bytes) + "}\n";
}

std::string apply_text(const ApplySummary& summary) {
    return text::visible(summary.output) + ": " + (summary.was_there ? "was there already" : "made") + ", generation " +
           summary.generation + ", " + counted(summary.documents, "document", "documents") + ", " +
           (summary.has_signature  ? "signed"
            : summary.has_manifest ? "with its manifest, not signed"
                                   : "no manifest") +
           '\n';
}

int run_apply(ApplyArguments& arguments) {
    remove_output_on_signals();
    if (!arguments.tables.empty()) {
        use_tables(arguments.tables, arguments.options.build);
    }
    errno = 0;  // -1 is a priority, too
    if (::nice(static_cast<int>(arguments.niceness)) == -1 && errno != 0) {
        warn("--nice: the system does not let this process lower its priority");
    }
    ProgressDisplay display(stderr, ProgressDisplay::mode_for(stderr, arguments.quiet));
    const auto applied = apply_deltas(arguments.options, std::ref(display));
    display.end_stage();
    if (!applied) {
        const int failed = fail(applied.error().message);
        return applied.error().is_of_other_version ? exit_code::other_version : failed;
    }
    print_summary(stdout, arguments.json, arguments.quiet, apply_json(applied.value()), apply_text(applied.value()));
    return exit_code::done;
}

Options options_of(ApplyArguments& to) {
    BuildOptions& build = to.options.build;
    return joined_options(
        {{text_option("old", "OLD", to.options.base, "Index that is the base of the first delta").required(),
          list_option("deltas", "DELTA", to.options.deltas, "Deltas, in the order in which they are applied")
              .required(),
          text_option("-o,--output", "NEW", build.output, "Index file to write, or the folder that it goes into")
              .required(),
          flag_option("--force", build.overwrite, "Replace NEW if it exists"),
          text_option("--trust", "PEM", to.options.trust_path,
                      "Require that one of these keys signed the deltas and the new index"),
          text_option(
              "--tables", "DIR", to.tables,
              "Folder with the publisher's iso-codes, libgweather-4 and locale, see docs/deltas.md [/usr/share]"),
          number_option("--nice", "N", to.niceness, 0, max_niceness,
                        "Lower the priority of this process, as nice -n N does")},
         working_options(build),
         summary_options(to.json, to.quiet)});
}

}  // namespace

Command apply_command() {
    return command_of<ApplyArguments>("apply", "Make the newer index from an older one and deltas", apply_examples,
                                      options_of, run_apply);
}

}  // namespace bizrec::builder
