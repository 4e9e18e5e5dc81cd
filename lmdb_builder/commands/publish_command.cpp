#include "lmdb_builder/commands/commands.hpp"

#include <cstdio>
#include <optional>

#include "bizrec/base/numbers.hpp"
#include "bizrec/store/suppression_folder.hpp"
#include "bizrec/text/visible.hpp"
#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/option_values.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/forget_text.hpp"
#include "lmdb_builder/commands/published_files.hpp"
#include "lmdb_builder/deltas/publish_deltas.hpp"
#include "lmdb_builder/publish/publish_index.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"
#include "lmdb_builder/suppression/suppression_file.hpp"
#include "lmdb_builder/system/output_file.hpp"
#include "lmdb_builder/system/workers.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"
#include "lmdb_builder/terminal/progress_display.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* publish_examples = R"(
Examples:
  lmdb_builder publish index.mdb /srv/bizrec
  lmdb_builder publish --move --key /etc/bizrec/private.pem index.mdb /srv/bizrec
  lmdb_builder publish --trust /etc/bizrec/public.pem incoming/cef2441186e04449.mdb /srv/bizrec

Checks INDEX as `verify` does, puts it into DIR as GENERATION.mdb with a manifest, signed where a
key is given, and then lets the link DIR/current name it; nginx has `bizrec_index DIR/current`.
An INDEX with a tenth fewer documents than the current one is refused: --max-shrink, --force.
Killed at any instant, DIR/current names the old index or the new one, whole. Keys are made with
  openssl genpkey -algorithm ed25519 -out private.pem
  openssl pkey -in private.pem -pubout -out public.pem

Exit status: 0 published, or current already; 1 data or I/O error (DIR/current is as it was), or
--purge could not remove all of it (published: the message says what is left);
2 wrong usage; 3 as 1, and INDEX is made for another version of this program: it is no good here
until lmdb_builder and the nginx module of this host are upgraded.)";

struct PublishArguments {
    PublishOptions options;
    bool deltas = false;
    bool changes = false;
    bool json = false;
    bool quiet = false;
};

/// Parses "10%" or "10" as percent.
Result<double> read_shrink(std::string_view text) {
    std::string_view number = text;
    if (!number.empty() && number.back() == '%') {
        number.remove_suffix(1);
    }
    double percent = 0;
    if (!bizrec::read_percent(number, percent)) {
        return Error{expected_got("a share from 0% to 100%, as in 10%", text)};
    }
    return percent;
}

const char* transfer_text(PublishSummary::Transfer transfer) {
    switch (transfer) {
        case PublishSummary::Transfer::copied:
            return "copied";
        case PublishSummary::Transfer::moved:
            return "moved";
        case PublishSummary::Transfer::none:
            break;
    }
    return "none";
}

/// The summary as one JSON object. `extras`: more members of the object, each with a comma before it.
std::string publish_json(const PublishSummary& summary, const std::string& extras) {
    std::string removed;
    for (const std::string& generation : summary.removed) {
        removed += (removed.empty() ? "" : ",") + json_string(generation);
    }
    return "{\"generation\":" + json_string(summary.manifest.generation) + ",\"file\":" + json_string(summary.file) +
           ",\"previous\":" + (summary.previous.empty() ? "null" : json_string(summary.previous)) +
           ",\"previous_documents\":" +
           (summary.previous_documents ? std::to_string(*summary.previous_documents) : "null") +
           ",\"switched\":" + (summary.switched ? "true" : "false") + ",\"transfer\":\"" +
           transfer_text(summary.transfer) + "\",\"signed\":" + (summary.signature ? "true" : "false") +
           ",\"documents\":" + std::to_string(summary.manifest.documents) +
           ",\"size\":" + std::to_string(summary.manifest.size) + ",\"removed\":[" + removed +
           "],\"stand_in\":" + (summary.stand_in.empty() ? "null" : json_string(summary.stand_in)) + extras + "}\n";
}

std::string publish_text(const PublishSummary& summary) {
    std::string text = text::visible(summary.file) + ": ";
    text += summary.switched ? "current" : "was current already";
    text += ", " + counted(summary.manifest.documents, "document", "documents") + ", " +
            size_text(summary.manifest.size) + (summary.signature ? ", signed" : ", not signed");
    if (summary.switched && !summary.previous.empty()) {
        text += "; before: " + summary.previous;
        if (summary.previous_documents) {
            text += ", " + counted(*summary.previous_documents, "document", "documents");
        }
    }
    for (const std::string& generation : summary.removed) {
        text += "\nremoved " + generation;
    }
    if (!summary.stand_in.empty()) {
        text += "\nkept " + summary.stand_in +
                " for servers that cannot read the new index; once all are upgraded: --no-stand-in";
    }
    return text + "\n";
}

/// Makes the deltas to `generation`. A failure is only a warning, because the index is already published.
std::vector<PublishedFile> deltas_to(const std::string& generation, const PublishArguments& arguments,
                                     ProgressDisplay& display) {
    remove_output_on_signals();
    BuildOptions build;
    build.threads = Workers::available();
    const auto made =
        publish_deltas(arguments.options.folder, generation, arguments.options.key_path, build, std::ref(display));
    display.end_stage();
    if (!made) {
        warn("no delta: " + made.error().message);
        return {};
    }
    return made.value();
}

Result<ForgetSummary> purged(const PublishOptions& published) {
    ForgetOptions options;
    options.folder = published.folder;
    options.key_path = published.key_path;
    options.wait = true;
    options.command = "publish --purge";
    return forget_copies(options);
}

/// The results of the steps after the index was published.
struct Afterwards {
    std::optional<ForgetSummary> purged;
    std::vector<PublishedFile> deltas;
    std::vector<PublishedFile> changes;
};

std::string extras_json(const PublishArguments& arguments, const Afterwards& afterwards) {
    const bool has_changes = arguments.changes || arguments.deltas;
    return (arguments.deltas ? ",\"deltas\":" + files_json(afterwards.deltas) : std::string()) +
           (has_changes ? ",\"changes\":" + files_json(afterwards.changes) : std::string()) +
           (afterwards.purged ? ",\"purged\":" + forget_json(*afterwards.purged) : std::string());
}

/// Prints the summary. Returns the exit status.
int tell(const PublishArguments& arguments, const PublishSummary& published, const Afterwards& afterwards) {
    if (arguments.json) {
        print_lines(stdout, publish_json(published, extras_json(arguments, afterwards)));
    } else if (!arguments.quiet) {
        print_lines(stdout, publish_text(published));
        if (afterwards.purged) {
            print_lines(stdout, forget_text(*afterwards.purged, arguments.options.folder));
        }
        print_files(afterwards.deltas);
        print_files(afterwards.changes);
    }
    return afterwards.purged ? tell_held(*afterwards.purged) : exit_code::done;
}

/// Edges that check signatures refuse an unsigned list, and with it every generation of the folder.
void warn_of_unsigned_list(const PublishOptions& options) {
    const std::uint64_t number = store::suppression_number_in(options.folder);
    if (!options.key_path.empty() && number != 0 && !is_signed_list(options.folder, number)) {
        warn("list " + std::to_string(number) + " of suppressions in \"" + options.folder +
             "\" is not signed, so edges refuse it, and this generation with it; sign it with lmdb_builder suppress "
             "init \"" +
             options.folder + "\" --key PRIVATE.pem");
    }
}

int run_publish(const PublishArguments& arguments) {
    remove_staging_on_signals();
    ProgressDisplay display(stderr, ProgressDisplay::mode_for(stderr, arguments.quiet));
    const auto published = publish_index(arguments.options, std::ref(display));
    display.end_stage();
    if (!published) {
        const int failed = fail(published.error().message);
        return published.error().is_of_other_version ? exit_code::other_version : failed;
    }
    for (const std::string& warning : published.value().warnings) {
        warn(warning);
    }
    warn_of_unsigned_list(arguments.options);
    const std::string& generation = published.value().manifest.generation;
    Afterwards afterwards;
    std::string purge_problem;
    if (arguments.options.purge) {
        const auto forgotten = purged(arguments.options);
        if (forgotten) {
            afterwards.purged = forgotten.value();
        } else {
            purge_problem = forgotten.error().message;
        }
    }
    // Changes are made before deltas: clients may ask for the changes as soon as the index is published, and deltas
    // take as long as a build.
    if (arguments.changes || arguments.deltas) {
        afterwards.changes = changes_to(arguments.options.folder, generation);
    }
    if (arguments.deltas) {
        afterwards.deltas = deltas_to(generation, arguments, display);
    }
    const int told = tell(arguments, published.value(), afterwards);
    return purge_problem.empty() ? told
                                 : fail(generation + " is published, and nothing more is purged: " + purge_problem +
                                        "; then: lmdb_builder forget \"" + arguments.options.folder + "\"");
}

Options options_of(PublishArguments& to) {
    PublishOptions& options = to.options;
    return joined_options(
        {{index_argument(options.index),
          text_option("folder", "DIR", options.folder, "Folder of published indexes; made if missing").required(),
          text_option("--key", "PEM", options.key_path, "Sign with this Ed25519 private key"),
          text_option("--trust", "PEM", options.trust_path,
                      "Require a manifest beside INDEX, signed by one of these keys")
              .excludes("--key"),
          number_option("--keep", "N", options.keep, 2, max_kept_generations,
                        "Number of generations to keep, including the current one [3]"),
          unflag_option("--no-pack", options.pack,
                        "Do not make GENERATION.mdb.zst, which --key makes for edges that pull over HTTP"),
          unflag_option("--no-stand-in", options.keep_stand_in,
                        "All servers can read this version of INDEX: keep no older generation for other servers"),
          parsed_option("--max-shrink", "PERCENT", options.max_shrink,
                        "Refuse an INDEX that lacks a greater share of the current index's documents [10%; with a "
                        "manifest beside INDEX: no limit]",
                        read_shrink),
          flag_option("--force", options.force, "Publish even if too many documents are missing")
              .excludes("--max-shrink"),
          flag_option("--purge", options.purge,
                      "Then remove older generations that contain suppressed data, as `forget` does"),
          flag_option("--move", options.move, "Remove INDEX from its place after it is published"),
          flag_option("--deltas", to.deltas,
                      "Make a delta from each kept generation, and the files of --changes; takes as long as a build")
              .excludes("--trust"),
          flag_option("--changes", to.changes, "Write the changes since each kept generation, for GET /api/v1/changes"),
          flag_option("--wait", options.wait, "Wait for another publish or rollback of DIR")},
         summary_options(to.json, to.quiet)});
}

}  // namespace

Command publish_command() {
    return command_of<PublishArguments>("publish", "Make an index the current one of a folder that servers watch",
                                        publish_examples, options_of, run_publish);
}

}  // namespace bizrec::builder
