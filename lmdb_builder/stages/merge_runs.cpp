#include "lmdb_builder/stages/build_index.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "bizrec/base/rule_lines.hpp"
#include "lmdb_builder/runs/merge_source.hpp"
#include "lmdb_builder/runs/run_file.hpp"
#include "lmdb_builder/runs/run_file_rules.hpp"
#include "lmdb_builder/stages/build_steps.hpp"
#include "lmdb_builder/stages/screened_records.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/output_file.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t max_named = 10;

std::string place_text(const RunHeader& header) {
    std::string text = "shard " + header.shard.text();
    return header.part.is_whole() ? text : text + " of part " + header.part.text();
}

std::string split_text(const RunHeader& header) {
    return std::to_string(header.shard.of) + " shards and " + std::to_string(header.part.of) + " parts";
}

void check_against_first(const RunFile& first, const RunFile& run) {
    if (first.header().shard.of != run.header().shard.of || first.header().part.of != run.header().part.of) {
        throw BuildFailure("\"" + first.name() + "\" is of " + split_text(first.header()) + ", \"" + run.name() +
                           "\" of " + split_text(run.header()) + ": all runs must be of one split");
    }
    const std::string conflict = rules_conflict(first.header(), run.header());
    if (!conflict.empty()) {
        throw BuildFailure("\"" + first.name() + "\" and \"" + run.name() + "\" " + conflict);
    }
}

using Places = std::map<std::uint64_t, const RunFile*>;  // key: place_of(), shards of part 1 before those of part 2

std::uint64_t place_of(const RunHeader& header) noexcept {
    return std::uint64_t{header.part.number - 1} * header.shard.of + header.shard.number - 1;
}

[[noreturn]] void fail_missing(const Places& taken, RunHeader any, std::uint64_t whole) {
    const std::uint64_t missing = whole - taken.size();
    std::string text;
    std::uint64_t named = 0;
    for (std::uint64_t place = 0; named < std::min<std::uint64_t>(missing, max_named); ++place) {
        if (taken.count(place) == 0) {
            any.part.number = static_cast<std::uint32_t>(place / any.shard.of) + 1;
            any.shard.number = static_cast<std::uint32_t>(place % any.shard.of) + 1;
            text += (named++ == 0 ? "" : ", ") + place_text(any);
        }
    }
    throw BuildFailure("of " + std::to_string(whole) + " runs " + std::to_string(missing) +
                       (missing == 1 ? " is" : " are") + " missing: " + text + (missing > named ? ", …" : ""));
}

/// Opens the runs and checks that they are a complete set: every shard of every part once, all made by the same rules.
/// Throws BuildFailure that names the run or the two runs concerned.
std::deque<RunFile> open_run_set(const std::vector<std::string>& paths) {
    std::deque<RunFile> runs;
    Places taken;
    for (const std::string& path : paths) {
        const RunFile& run = runs.emplace_back(path);
        check_against_first(runs.front(), run);
        const auto [other, fresh] = taken.emplace(place_of(run.header()), &run);
        if (!fresh) {
            throw BuildFailure("\"" + other->second->name() + "\" and \"" + run.name() + "\" are both " +
                               place_text(run.header()) + ": give each once");
        }
    }
    const RunHeader& any = runs.front().header();
    const std::uint64_t whole = std::uint64_t{any.shard.of} * any.part.of;
    if (whole != taken.size()) {
        fail_missing(taken, any, whole);
    }
    return runs;
}

RuleSource rules_of(const RunFile& run) {
    BlockUnpacker unpacker;
    Result<format::Rules> rules = format::read_rules(run.rules(unpacker), format::format_version);
    if (!rules) {
        throw BuildFailure("the rules of \"" + run.name() + "\": " + rules.error().message);
    }
    return {std::move(rules).value(), run.header().suffix_list_version, std::string(built_in_rules("city_names"))};
}

void check_against_this_program(const RunFile& run, const RuleSource& rules, const PlaceCatalog& catalog) {
    // The local header is made from the run's own rules and limit, so only versions, places and specimens can differ.
    const RunHeader local = local_run_header(rules, catalog, run.header().rules.max_record);
    const std::string conflict = rules_conflict(run.header(), local);
    if (!conflict.empty()) {
        throw BuildFailure("\"" + run.name() + "\" and this merge " + conflict);
    }
}

void add_counts(const RunCounts& counts, BuildSummary& summary) {
    summary.read += counts.read;
    summary.replaced += counts.replaced;
    for (const auto& [code, count] : counts.rejected) {
        summary.rejected[code] += count;
    }
}

BuildSummary index_from_runs(const BuildOptions& options, const BuildProgress& progress) {
    refuse_output_conflicts(options.inputs, {options.output, options.rejects_path, options.domains_path});
    BuildSummary summary;
    const Screens screens = load_screens(options, summary);
    std::deque<RunFile> runs = open_run_set(options.inputs);
    OutputFile output(options.output, options.overwrite);
    const PlaceCatalog catalog = must(PlaceCatalog::load(options.iso_codes_dir, options.locale_dir));
    const RuleSource rules = rules_of(runs.front());
    check_against_this_program(runs.front(), rules, catalog);
    for (const RunFile& run : runs) {
        add_counts(run.counts(), summary);
    }
    MergedRuns::Limits limits;
    limits.memory_bytes = options.memory_bytes / 4;
    std::unique_ptr<MergedRuns> records;
    timed("joining", summary,
          [&] { records = std::make_unique<MergedRuns>(std::move(runs), temp_folder_of(options), limits, progress); });
    summary.replaced += records->replaced();
    Workers workers(options.threads);
    if (options.suppress_path.empty() && options.hashes_path.empty()) {
        build_from_records(options, workers, progress, catalog, rules, std::move(records), output, summary);
        return summary;
    }
    auto screened =
        std::make_unique<ScreenedRecords>(std::move(records), screens, rules.rules, catalog, summary.screened);
    build_from_records(options, workers, progress, catalog, rules, std::move(screened), output, summary);
    for (const auto& [code, count] : summary.screened.rejected) {
        summary.rejected[code] += count;
    }
    return summary;
}

}  // namespace

Result<BuildSummary> merge_runs(const BuildOptions& options, const BuildProgress& progress) {
    return guarded_build([&] { return index_from_runs(options, progress); });
}

}  // namespace bizrec::builder
