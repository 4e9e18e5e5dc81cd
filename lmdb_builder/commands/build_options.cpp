#include "lmdb_builder/commands/build_options.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <limits>

#include "bizrec/base/date_time.hpp"
#include "bizrec/format/meta.hpp"
#include "bizrec/format/record_json.hpp"
#include "bizrec/store/fd.hpp"
#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/option_values.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/publish/generation_report.hpp"
#include "lmdb_builder/suppression/deletion_folder.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/new_file.hpp"
#include "lmdb_builder/system/output_file.hpp"
#include "lmdb_builder/system/workers.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"
#include "lmdb_builder/terminal/progress_display.hpp"

namespace bizrec::builder {
namespace {

/// The present time in UTC: "2026-11-27T02:14:05Z".
std::string now_text() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    ::gmtime_r(&now, &utc);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text;
}

/// A temporary file. The destructor removes it unless it was renamed; the constructor removes one that a killed run has
/// left.
class TemporaryName {
public:
    TemporaryName(const FolderEntry& entry, std::string name) : entry_(entry), name_(std::move(name)) {
        ::unlinkat(entry_.folder(), name_.c_str(), 0);
    }
    TemporaryName(const TemporaryName&) = delete;
    TemporaryName& operator=(const TemporaryName&) = delete;
    ~TemporaryName() { ::unlinkat(entry_.folder(), name_.c_str(), 0); }
    const std::string& name() const noexcept { return name_; }

private:
    const FolderEntry& entry_;
    std::string name_;
};

/// Writes a file by way of a temporary name. `index`: the index's name, which is enough to make the temporary name
/// unique, because only one build at a time writes that index.
void write_file(const std::string& path, const std::string& index, const std::string& bytes) {
    const FolderEntry entry(path, "the report of the build");
    const TemporaryName temporary(entry, "." + index + ".last-build");
    const store::FileDescriptor fd = make_file(entry.folder(), temporary.name(), path);
    if (!store::write_at(fd.get(), bytes.data(), bytes.size(), 0)) {
        fail_with_errno("write \"" + path + "\"");
    }
    give_usual_mode(fd.get(), path);
    if (::fsync(fd.get()) != 0 ||
        ::renameat(entry.folder(), temporary.name().c_str(), entry.folder(), entry.name().c_str()) != 0) {
        fail_with_errno("write \"" + path + "\"");
    }
}

}  // namespace

void write_last_build(const std::string& index_path, const std::string& summary) {
    const std::string index = index_path.substr(index_path.rfind('/') + 1);
    const std::string head = "{\"built_at\":\"" + now_text() + "\",\"index\":" + json_string(index) + ",";
    try {
        write_file(folder_of(index_path) + "/" + std::string(last_build_name), index, head + summary.substr(1));
    } catch (const BuildFailure& failure) {
        warn("the index is built, but its report is not written: " + std::string(failure.what()));
    }
}

namespace {

constexpr std::uint64_t min_max_record = 1024;

constexpr const char* newest_input = "input";

/// The day, in UTC, on which the newest of the files was last changed.
Result<std::string> day_of_newest(const std::vector<std::string>& inputs) {
    std::int64_t newest = std::numeric_limits<std::int64_t>::min();
    for (const std::string& input : inputs) {
        struct stat status {};
        if (input == "-") {
            return Error{"--as-of input: standard input has no day: name a file, or give the day"};
        }
        if (::stat(input.c_str(), &status) != 0) {
            return store::system_error(input, "cannot be examined", errno);
        }
        newest = std::max<std::int64_t>(newest, status.st_mtim.tv_sec);
    }
    return text::date_of(newest);
}

std::string problem_of_day(const std::string& text) {
    return format::is_data_date(text) || text == newest_input
               ? ""
               : expected_got("a day such as 2026-11-22, or input", text);
}

/// With --hashes STORE: makes the build note in STORE which of its hashes it has found in records. Throws BuildFailure
/// if this process cannot write there, so that the build does not begin.
void keep_found_in_store(BuildOptions& options) {
    if (!options.hashes_path.empty()) {
        DeletionFolder::check(options.hashes_path);
        options.keep_found = [store = options.hashes_path](const FoundHashes& found) { keep_found_in(store, found); };
    }
}

}  // namespace

Options shared_build_options(BuildArguments& arguments) {
    BuildOptions& options = arguments.options;
    return joined_options(
        {{flag_option("--force", options.overwrite, "Replace the output if it exists"),
          text_option("--domains", "FILE", options.domains_path, "File for the report of the shared-domain rule"),
          text_option("--as-of", "DATE", options.as_of,
                      "The day of the data, for X-Data-Date; input: the day on which the newest INPUT was changed "
                      "[that of the newest record]")
              .checked(problem_of_day),
          unflag_option("--no-infer-places", options.infer_places,
                        "Infer no places: place filters do not find records that state no country or city")},
         working_options(options),
         summary_options(arguments.json, arguments.quiet)});
}

Options working_options(BuildOptions& options) {
    options.threads = Workers::available();
    return {size_option("--memory", options.memory_bytes, min_memory, max_memory,
                        "Memory for sorting, e.g. 512M, 2G [512M]"),
            number_option("--threads", "N", options.threads, 1, Workers::max_threads,
                          "Threads [the processors this process may use]"),
            text_option("--temp", "DIR", options.temp_dir, "Folder for temporary files [that of the output]")};
}

Option max_record_option(std::size_t& max_record_bytes) {
    return size_option("--max-record", max_record_bytes, min_max_record, format::max_record_bytes,
                       "Refuse records above this size, minified, e.g. 64k, 4M; at most 16M [1M]");
}

int run_build_command(const BuildArguments& arguments,
                      Result<BuildSummary> (*build)(const BuildOptions&, const BuildProgress&),
                      std::string (*text)(const BuildSummary&), std::string (*json)(const BuildSummary&)) {
    remove_output_on_signals();
    BuildOptions options = arguments.options;
    if (options.as_of == newest_input) {
        auto day = day_of_newest(options.inputs);
        if (!day) {
            return fail(day.error().message);
        }
        options.as_of = std::move(day).value();
    }
    try {
        keep_found_in_store(options);
    } catch (const BuildFailure& failure) {
        return fail(failure.what());
    }
    ProgressDisplay display(stderr, ProgressDisplay::mode_for(stderr, arguments.quiet));
    const auto built = build(options, std::ref(display));
    display.end_stage();
    if (!built) {
        return fail(built.error().message);
    }
    if (!built.value().generation.empty()) {
        write_last_build(arguments.options.output, json(built.value()));
    }
    print_summary(stdout, arguments.json, arguments.quiet, json(built.value()), text(built.value()));
    return exit_code::done;
}

}  // namespace bizrec::builder
