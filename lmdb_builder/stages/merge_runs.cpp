#include "lmdb_builder/stages/build_index.hpp"

#include "bizrec/base/rule_lines.hpp"
#include "lmdb_builder/runs/merge_source.hpp"
#include "lmdb_builder/runs/run_file_rules.hpp"
#include "lmdb_builder/runs/run_file_set.hpp"
#include "lmdb_builder/stages/build_guard.hpp"
#include "lmdb_builder/stages/index_build.hpp"
#include "lmdb_builder/stages/screened_records.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/output_conflicts.hpp"

namespace bizrec::builder {
namespace {

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
