#include "lmdb_builder/commands/publish_command.hpp"

#include <cstdio>
#include <optional>

#include "bizrec/base/numbers.hpp"
#include "lmdb_builder/commands/command.hpp"
#include "lmdb_builder/commands/option_values.hpp"
#include "lmdb_builder/publish/publish_index.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"
#include "lmdb_builder/terminal/progress_display.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t max_kept = 1000;

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

Exit status: 0 published, or current already; 1 data or I/O error (DIR/current is as it was);
2 wrong usage; 3 as 1, and INDEX is made for another version of this program: it is no good here
until lmdb_builder and the nginx module of this host are upgraded.)";

struct PublishArguments {
    PublishOptions options;
    bool json = false;
    bool quiet = false;
};

/// "10%" or "10"; nothing for other texts.
std::optional<double> percent_of(std::string_view text) {
    if (!text.empty() && text.back() == '%') {
        text.remove_suffix(1);
    }
    double percent = 0;
    return bizrec::read_percent(text, percent) ? std::optional<double>(percent) : std::nullopt;
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

std::string publish_json(const PublishSummary& summary) {
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
           "],\"stand_in\":" + (summary.stand_in.empty() ? "null" : json_string(summary.stand_in)) + "}\n";
}

std::string publish_text(const PublishSummary& summary) {
    std::string text = summary.file + ": ";
    text += summary.switched ? "current" : "was current already";
    text += ", " + with_separators(summary.manifest.documents) + " documents, " + size_text(summary.manifest.size) +
            (summary.signature ? ", signed" : ", not signed");
    if (summary.switched && !summary.previous.empty()) {
        text += "; before: " + summary.previous;
        if (summary.previous_documents) {
            text += ", " + with_separators(*summary.previous_documents) + " documents";
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

int run_publish(const PublishArguments& arguments) {
    remove_staging_on_signals();
    ProgressDisplay display(stderr, ProgressDisplay::mode_for(stderr, arguments.quiet));
    const auto published = publish_index(
        arguments.options,
        [&](const char* stage, std::uint64_t done, std::uint64_t total) { display.report(stage, done, total); });
    display.end_stage();
    if (!published) {
        const int failed = fail(published.error().message);
        return published.error().is_of_other_version ? exit_code::other_version : failed;
    }
    for (const std::string& warning : published.value().warnings) {
        warn(warning);
    }
    if (arguments.json) {
        print_lines(stdout, publish_json(published.value()));
    } else if (!arguments.quiet) {
        print_lines(stdout, publish_text(published.value()));
    }
    return exit_code::done;
}

}  // namespace

void add_publish_command(CLI::App& app, int& exit) {
    auto arguments = std::make_shared<PublishArguments>();
    PublishOptions& options = arguments->options;
    CLI::App* command = app.add_subcommand("publish", "Make an index the current one of a folder that servers watch");
    command->footer(publish_examples);
    command->add_option("index", options.index, "Index file")->required()->type_name("INDEX");
    command->add_option("folder", options.folder, "Folder of published indexes; made if missing")
        ->required()
        ->type_name("DIR");
    CLI::Option* key =
        command->add_option("--key", options.key_path, "Sign with this Ed25519 private key")->type_name("PEM");
    command->add_option("--trust", options.trust_path, "Demand a manifest next to INDEX that one of these keys signed")
        ->type_name("PEM")
        ->excludes(key);
    add_number_option(*command, "--keep", options.keep, std::size_t{2}, max_kept,
                      "Generations that stay, the current one among them [3]");
    command->add_flag_callback(
        "--no-stand-in", [&options] { options.keep_stand_in = false; },
        "Every server reads this version of INDEX: keep no older generation for those that do not");
    command
        ->add_option_function<std::string>(
            "--max-shrink", [&options](const std::string& text) { options.max_shrink = percent_of(text); },
            "Refuse an INDEX that lacks more of the current one's documents [10%, of one with a manifest next to it "
            "any]")
        ->check([](const std::string& text) {
            return percent_of(text) ? std::string() : expected_got("a share from 0% to 100%, as in 10%", text);
        })
        ->type_name("PERCENT");
    command->add_flag("--force", options.force, "Publish however many documents are gone")->excludes("--max-shrink");
    command->add_flag("--move", options.move, "INDEX leaves its place once it is published");
    command->add_flag("--wait", options.wait, "Wait for another publish or rollback of DIR");
    command->add_flag("--json", arguments->json, "Print the summary as one JSON object");
    command->add_flag("--quiet", arguments->quiet, "No progress, no summary (but --json)");
    command->callback([arguments, &exit] { exit = run_publish(*arguments); });
}

}  // namespace bizrec::builder
