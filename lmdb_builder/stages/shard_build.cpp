#include "lmdb_builder/stages/build_index.hpp"

#include "lmdb_builder/runs/run_file_rules.hpp"
#include "lmdb_builder/runs/run_file_writer.hpp"
#include "lmdb_builder/stages/build_steps.hpp"
#include "lmdb_builder/stages/memory_shares.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/output_file.hpp"
#include "lmdb_builder/system/stage_progress.hpp"

namespace bizrec::builder {
namespace {

void write_run(const BuildOptions& options, const RunHeader& header, const RuleSource& rules,
               const SortedRecords& records, OutputFile& output, const BuildProgress& progress, BuildSummary& summary) {
    StageProgress stage(progress, "writing", records.count());
    RunFileWriter writer(output.create(), output.temporary(), header, format::write_rules(rules.rules));
    WinnerCursor winners(records.read());
    for (std::string winner; winners.append_next(winner); winner.clear()) {
        writer.add(winners.key(), winner);
        stage.step(++summary.kept + winners.replaced());
    }
    summary.replaced = winners.replaced();
    writer.finish({summary.read, summary.kept, summary.replaced, summary.rejected}, true);
    summary.run_bytes = writer.bytes();
    keep_found(options, summary);
    output.publish();
    stage.end(records.count());
}

BuildSummary run_from_inputs(const BuildOptions& options, const BuildProgress& progress) {
    refuse_output_conflicts(options.inputs,
                            {options.output, options.rejects_path, options.report_path, options.domains_path});
    OutputFile output(options.output, options.overwrite);
    const PlaceCatalog catalog = must(PlaceCatalog::load(options.iso_codes_dir, options.locale_dir));
    const RuleSource rules = load_rules(options.suffix_list_path, options.rule_folder);
    RunHeader header = local_run_header(rules, catalog, std::to_string(options.max_record_bytes));
    header.shard = options.shard;
    header.part = options.part;
    BuildSummary summary;
    Workers workers(options.threads);
    summary.threads = workers.count();
    SortedRecords records(temp_folder_of(options), record_limits(options, workers.count()));
    timed("reading", summary,
          [&] { read_inputs(options, rules.rules, catalog, workers, progress, records.sorter(), summary); });
    timed("writing", summary, [&] { write_run(options, header, rules, records, output, progress, summary); });
    return summary;
}

}  // namespace

Result<BuildSummary> build_run(const BuildOptions& options, const BuildProgress& progress) {
    return guarded_build([&] { return run_from_inputs(options, progress); });
}

}  // namespace bizrec::builder
