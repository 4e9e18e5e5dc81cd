#include "lmdb_builder/build/build_index.hpp"

#include <chrono>
#include <filesystem>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "lmdb_builder/build/batch_sizes.hpp"
#include "lmdb_builder/build/docid_key.hpp"
#include "lmdb_builder/build/domain_report.hpp"
#include "lmdb_builder/build/domain_statistics.hpp"
#include "lmdb_builder/build/gather_batch.hpp"
#include "lmdb_builder/build/index_stage.hpp"
#include "lmdb_builder/build/output_file.hpp"
#include "lmdb_builder/build/place_statistics.hpp"
#include "lmdb_builder/build/read_inputs.hpp"
#include "lmdb_builder/build/sorter_limits.hpp"
#include "lmdb_builder/build/stage_clock.hpp"
#include "lmdb_builder/build/stage_progress.hpp"
#include "lmdb_builder/build/suffix_source.hpp"
#include "lmdb_builder/build/winner_batch.hpp"
#include "lmdb_builder/build/workers.hpp"

namespace bizrec::builder {
namespace {

/// What a build writes must not be what it reads.
void refuse_input_as_output(const BuildOptions& options) {
    for (const std::string& output : {options.output, options.rejects_path, options.domains_path}) {
        for (const std::string& input : options.inputs) {
            std::error_code ignored;
            if (!output.empty() && input != "-" && std::filesystem::equivalent(input, output, ignored)) {
                throw BuildFailure("\"" + input + "\" is both an input and the output: choose another output");
            }
        }
    }
}

/// Not so of /dev/null and its like, which may take everything.
bool is_same_file(const std::string& a, const std::string& b) {
    std::error_code ignored;
    if (std::filesystem::exists(a, ignored) && !std::filesystem::is_regular_file(a, ignored)) {
        return false;
    }
    return std::filesystem::equivalent(a, b, ignored) || std::filesystem::absolute(a, ignored).lexically_normal() ==
                                                             std::filesystem::absolute(b, ignored).lexically_normal();
}

/// Each would silently replace the other.
void refuse_one_file_for_two(const BuildOptions& options) {
    const std::string* outputs[] = {&options.output, &options.rejects_path, &options.domains_path};
    for (const auto& [a, b] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
        if (!outputs[a]->empty() && !outputs[b]->empty() && is_same_file(*outputs[a], *outputs[b])) {
            throw BuildFailure("two outputs are the same file, \"" + *outputs[b] +
                               "\": give INDEX, --rejects and --domains a file each");
        }
    }
}

class Build {
public:
    Build(const BuildOptions& options, const BuildProgress& progress)
        : options_(options),
          progress_(progress),
          temp_folder_(options.temp_dir.empty() ? folder_of(options.output) : options.temp_dir),
          workers_(options.threads) {}

    BuildSummary run() {
        refuse_input_as_output(options_);
        refuse_one_file_for_two(options_);
        OutputFile output(options_.output, options_.overwrite);
        const PlaceCatalog catalog = must(PlaceCatalog::load(options_.iso_codes_dir, options_.locale_dir));
        const SuffixSource suffixes = load_suffixes(options_.suffix_list_path);
        const identity::Normaliser normaliser(suffixes.list);

        std::optional<ExternalSorter> placed;
        std::set<std::string> shared;
        {
            ExternalSorter records(temp_folder_, record_limits(options_, workers_.count()));
            timed("reading",
                  [&] { read_inputs(options_, normaliser, catalog, workers_, progress_, records, summary_); });
            PlaceStatistics places;
            timed("merging", [&] { shared = gather(records, places); });
            placed.emplace(temp_folder_, placed_limits(options_, workers_.count(), records));
            timed("placing", [&] { place(records, places, *placed); });
        }
        timed("writing", [&] { write(output, catalog, suffixes, shared, *placed); });
        return summary_;
    }

private:
    template <class Stage>
    void timed(const char* name, const Stage& stage) {
        const StageClock clock(name);
        stage();
        summary_.stages.push_back(clock.end());
    }

    /// Stage 2: the newest record of each id; what places and domains there are.
    std::set<std::string> gather(const ExternalSorter& records, PlaceStatistics& places) {
        StageProgress progress(progress_, "merging", records.count());
        DomainStatistics domains(temp_folder_, options_.memory_bytes / 4, workers_.count());
        WinnerCursor winners(records.read());
        const BatchSizes sizes = batch_sizes(options_.memory_bytes, workers_.count());
        std::vector<Document> documents(workers_.count());
        workers_.pipeline<GatherBatch>(
            sizes.in_flight, [&](GatherBatch& batch) { return batch.winners.fill(winners, sizes.batch_bytes); },
            [&](GatherBatch& batch, unsigned lane) {
                Document& document = documents[lane];
                batch.begin();
                for (std::size_t i = 0; i < batch.winners.size(); ++i) {
                    batch.add(decode_facts(batch.winners[i], document), document);
                    domains.add(document, lane);
                }
            },
            [&](GatherBatch& batch) {
                batch.add_to(text_, places, summary_.unusable_websites);
                summary_.kept += batch.winners.size();
                progress.report(summary_.kept);
            });
        summary_.replaced = winners.replaced();
        if (summary_.kept == 0) {
            throw BuildFailure("no record could be kept of " + std::to_string(summary_.read) +
                               " read: an empty index is not written; --rejects FILE tells why lines were refused");
        }
        places.rank();
        const std::vector<JudgedDomain> judged = domains.judge();
        summary_.chains = domains.chains();
        write_domain_report(options_.domains_path, judged);
        progress.end(records.count());
        return shared_keys(judged);
    }

    /// Stage 3: the order of docids.
    void place(const ExternalSorter& records, const PlaceStatistics& places, ExternalSorter& placed) {
        StageProgress progress(progress_, "placing", summary_.kept);
        WinnerCursor winners(records.read());
        const BatchSizes sizes = batch_sizes(options_.memory_bytes, workers_.count());
        std::vector<DocidKey> keys(workers_.count());
        std::uint64_t done = 0;
        workers_.pipeline<WinnerBatch>(
            sizes.in_flight, [&](WinnerBatch& batch) { return batch.fill(winners, sizes.batch_bytes); },
            [&](WinnerBatch& batch, unsigned lane) {
                for (std::size_t i = 0; i < batch.size(); ++i) {
                    placed.add(lane, keys[lane].of(batch[i], places), batch[i]);
                }
            },
            [&](WinnerBatch& batch) { progress.report(done += batch.size()); });
        placed.finish(workers_);
        progress.end(summary_.kept);
    }

    /// Stage 4: the file.
    void write(OutputFile& output, const PlaceCatalog& catalog, const SuffixSource& suffixes,
               const std::set<std::string>& shared, const ExternalSorter& placed) {
        StageProgress progress(progress_, "writing", summary_.kept);
        const std::unique_ptr<store::IndexWriter> writer = must(store::IndexWriter::create(output.temporary()));
        IndexStage stage(*writer, catalog, temp_folder_, options_.memory_bytes / 2, shared, text_);
        Document document;
        std::uint64_t done = 0;
        for (ExternalSorter::Cursor cursor = placed.read(); cursor.next();) {
            decode_document(cursor.payload(), document);
            stage.add(document);
            progress.step(++done);
        }
        stage.finish(suffixes.list.serialise());
        format::Meta meta = stage.meta();
        meta.suffix_list_version = suffixes.version;
        const store::Seal seal = must(writer->finish(meta));
        std::error_code ignored;
        summary_.index_bytes = std::filesystem::file_size(output.temporary(), ignored);
        output.publish();
        progress.end(done);
        summarise(meta, seal);
    }

    void summarise(const format::Meta& meta, const store::Seal& seal) {
        summary_.identity_keys = meta.identity_keys;
        summary_.shared_domains = meta.shared_domains;
        summary_.countries = meta.countries;
        summary_.states = meta.states;
        summary_.cities = meta.cities;
        summary_.postal_codes = meta.postal_codes;
        summary_.terms = meta.terms;
        summary_.vocabulary_words = meta.vocabulary_words;
        summary_.generation = seal.generation();
    }

    const BuildOptions& options_;
    const BuildProgress& progress_;
    std::string temp_folder_;
    Workers workers_;
    BuildSummary summary_;
    format::TextStatistics text_;
};

}  // namespace

Result<BuildSummary> build_index(const BuildOptions& options, const BuildProgress& progress) {
    const auto start = std::chrono::steady_clock::now();
    try {
        BuildSummary summary = Build(options, progress).run();
        summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        summary.threads = options.threads;
        summary.peak_memory_bytes = peak_memory();
        return summary;
    } catch (const BuildFailure& failure) {
        return Error{failure.what()};
    } catch (const std::bad_alloc&) {
        return Error{"out of memory: give --memory a smaller size"};
    }
}

}  // namespace bizrec::builder
