#include "lmdb_builder/commands/commands.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "lmdb_builder/command_line/option_values.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/build_options.hpp"
#include "lmdb_builder/publish/publish_index.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"
#include "lmdb_builder/pull/pull_index.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/terminal/print.hpp"
#include "lmdb_builder/terminal/progress_display.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* pull_examples = R"(
Examples:
  lmdb_builder pull --trust /etc/bizrec/trust.pem https://builder.internal/bizrec
  lmdb_builder pull rsync://edge-1@builder.internal/bizrec
  lmdb_builder pull --allow-older

Fetches the current generation of a builder's published folder into ROOT/incoming, by the cheapest
way that there is, checks it, and publishes it in ROOT/published; nginx has
`bizrec_index ROOT/published/current;`. What is interrupted is resumed by the next pull. Settings
that are not given are those of the environment, which bizrec-pull.service has from
/etc/bizrec/pull.conf: BIZREC_SOURCE, BIZREC_ROOT, BIZREC_TRUST, BIZREC_KEEP, BIZREC_PURGE, BIZREC_STALL,
BIZREC_RESERVE, BIZREC_MEMORY, BIZREC_CHANGES, BIZREC_TABLES, BIZREC_PASSWORD_FILE, BIZREC_CA,
BIZREC_CERTIFICATE, BIZREC_CERTIFICATE_KEY, BIZREC_RSYNC.

Exit status: 0 published, nothing new, or another pull is at work; 1 not pulled (the edge serves
what it has); 2 wrong usage; 75 as 1, and it was said less than an hour ago (--hourly).)";

std::string setting(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

/// Reads a setting of the environment into `to`, if it is set. `parse`: turns its text into a Result. Throws
/// BuildFailure.
template <class Number, class Parse>
void read_setting(const char* name, const char* option, Number& to, Parse parse) {
    const std::string value = setting(name);
    if (value.empty()) {
        return;
    }
    const auto number = parse(value);
    if (!number) {
        throw BuildFailure(std::string(name) + " (" + option + "): " + number.error().message);
    }
    to = static_cast<Number>(number.value());
}

/// Reads the options from the environment: BIZREC_SOURCE, BIZREC_ROOT, BIZREC_TRUST, BIZREC_KEEP, … Throws
/// BuildFailure.
PullOptions pull_options_of_environment() {
    PullOptions options;
    options.source = setting("BIZREC_SOURCE");
    const std::string root = setting("BIZREC_ROOT");
    options.root = root.empty() ? options.root : root;
    options.trust_path = setting("BIZREC_TRUST");
    options.password_file = setting("BIZREC_PASSWORD_FILE");
    options.certificate = setting("BIZREC_CERTIFICATE");
    options.certificate_key = setting("BIZREC_CERTIFICATE_KEY");
    options.authorities = setting("BIZREC_CA");
    options.tables = setting("BIZREC_TABLES");
    options.changes = setting("BIZREC_CHANGES") == "1";
    std::istringstream words(setting("BIZREC_RSYNC"));
    for (std::string word; words >> word;) {
        options.rsync_options.push_back(word);
    }
    read_setting("BIZREC_KEEP", "--keep", options.keep,
                 [](const std::string& text) { return read_whole_number(text, 2, max_kept_generations); });
    const auto read_yes = [](const std::string& text) {
        return text == "yes" || text == "no" ? Result<bool>(text == "yes") : Error{expected_got("yes or no", text)};
    };
    read_setting("BIZREC_PURGE", "--purge", options.purge, read_yes);
    read_setting("BIZREC_STALL", "--stall", options.stall_seconds,
                 [](const std::string& text) { return read_whole_number(text, 1, max_stall_seconds); });
    read_setting("BIZREC_RESERVE", "--reserve", options.reserve,
                 [](const std::string& text) { return read_size(text, 0, max_reserve); });
    read_setting("BIZREC_MEMORY", "--memory", options.memory_bytes,
                 [](const std::string& text) { return read_size(text, min_memory, max_memory); });
    return options;
}

struct PullArguments {
    std::optional<std::string> source, root, trust, password_file, authorities, certificate, certificate_key, tables;
    std::optional<std::size_t> keep;
    bool purge = false;
    std::optional<unsigned> stall_seconds;
    std::optional<std::uint64_t> reserve, memory_bytes;
    bool changes = false, allow_older = false, hourly = false, quiet = false;
};

template <class To, class From>
void replace(To& setting, const std::optional<From>& given) {
    if (given) {
        setting = *given;
    }
}

PullOptions settings_of(const PullArguments& arguments) {
    PullOptions options = pull_options_of_environment();
    replace(options.source, arguments.source);
    replace(options.root, arguments.root);
    replace(options.trust_path, arguments.trust);
    replace(options.password_file, arguments.password_file);
    replace(options.authorities, arguments.authorities);
    replace(options.certificate, arguments.certificate);
    replace(options.certificate_key, arguments.certificate_key);
    replace(options.tables, arguments.tables);
    replace(options.keep, arguments.keep);
    options.purge = options.purge || arguments.purge;
    replace(options.stall_seconds, arguments.stall_seconds);
    replace(options.reserve, arguments.reserve);
    replace(options.memory_bytes, arguments.memory_bytes);
    options.changes = options.changes || arguments.changes;
    options.allow_older = arguments.allow_older;
    return options;
}

int run_pull(const PullArguments& arguments) {
    remove_staging_on_signals();
    try {
        const PullOptions options = settings_of(arguments);
        // Progress is shown only on a terminal; a journal gets only the outcome.
        ProgressDisplay display(stderr,
                                ProgressDisplay::mode_for(stderr, arguments.quiet || ::isatty(STDERR_FILENO) != 1));
        const auto pulled = pull_index(options, std::ref(display));
        display.end_stage();
        if (!pulled) {
            const std::string& message = pulled.error().message;
            return arguments.hourly && !is_news_for_pull(options, message) ? exit_code::told_already : fail(message);
        }
        if (arguments.hourly && pulled.value().kind != PullOutcome::Kind::busy) {
            is_news_for_pull(options, "");
        }
        for (const std::string& warning : pulled.value().warnings) {
            warn(warning);
        }
        if (pulled.value().kind == PullOutcome::Kind::busy && !arguments.quiet) {
            print_lines(stdout, "another pull is under way\n");
        }
        if (pulled.value().kind == PullOutcome::Kind::published && !arguments.quiet) {
            print_lines(stdout, "published generation " + pulled.value().generation + "\n");
        }
        for (const std::string& generation : arguments.quiet ? Generations() : pulled.value().purged) {
            print_lines(stdout, "removed generation " + generation + "\n");
        }
        return exit_code::done;
    } catch (const BuildFailure& failure) {
        return fail(failure.what());
    }
}

Option setting_option(const char* name, const char* value, std::optional<std::string>& target, const char* help) {
    return parsed_option(name, value, target, help,
                         [](const std::string& text) { return Result<std::string>(std::string(text)); });
}

Options options_of(PullArguments& to) {
    const auto number = [](std::uint64_t least, std::uint64_t most) {
        return [least, most](const std::string& text) { return read_whole_number(text, least, most); };
    };
    return {
        setting_option("source", "SOURCE", to.source,
                       "The builder's published folder: https://HOST/FOLDER, rsync://USER@HOST/MODULE, or USER@HOST:"),
        setting_option("--root", "DIR", to.root, "Folder of published/ and incoming/ [/var/lib/bizrec]"),
        setting_option("--trust", "PEM", to.trust,
                       "Publish only generations that one of these keys signed; http requires it"),
        parsed_option("--keep", "N", to.keep, "Number of generations to keep [3]", number(2, max_kept_generations)),
        flag_option("--purge", to.purge,
                    "Then remove older generations that contain suppressed data, as `forget` does"),
        parsed_option("--stall", "SECONDS", to.stall_seconds, "Give up a transfer after this time without a byte [300]",
                      number(1, max_stall_seconds)),
        size_option("--reserve", to.reserve, 0, max_reserve, "Space on the disk to leave free for others [256M]"),
        size_option("--memory", to.memory_bytes, min_memory, max_memory,
                    "Memory for sorting when a delta is applied, as for `apply`, e.g. 128M, 2G [512M]"),
        setting_option("--password-file", "FILE", to.password_file, "rsync's password; for https a line user:password"),
        setting_option("--ca", "PEM", to.authorities,
                       "Certificate authorities that the web server's certificate may come from [the system's]"),
        setting_option("--certificate", "PEM", to.certificate, "Client certificate for a web server that requires one"),
        setting_option("--certificate-key", "PEM", to.certificate_key,
                       "Private key of that certificate, if in another file"),
        setting_option("--tables", "DIR", to.tables,
                       "Folder with the publisher's iso-codes, libgweather-4 and locale for deltas, see docs/deltas.md "
                       "[/usr/share]"),
        flag_option("--changes", to.changes, "Write the changes since each kept generation, for GET /api/v1/changes"),
        flag_option("--allow-older", to.allow_older,
                    "Accept a lower sequence number of the publisher, because its folder was restored from a backup"),
        flag_option("--hourly", to.hourly, "Report the same failure once an hour, not at each run"),
        flag_option("--quiet", to.quiet, "Print nothing if all goes well"),
    };
}

}  // namespace

Command pull_command() {
    return command_of<PullArguments>("pull", "Fetch a builder's current index and publish it on this edge",
                                     pull_examples, options_of, run_pull);
}

}  // namespace bizrec::builder
