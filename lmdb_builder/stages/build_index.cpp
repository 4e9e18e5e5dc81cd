#include "lmdb_builder/stages/build_index.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "lmdb_builder/content/content_dictionary_builder.hpp"
#include "lmdb_builder/domains/domain_report.hpp"
#include "lmdb_builder/domains/domain_statistics.hpp"
#include "lmdb_builder/gazetteer/place_inference.hpp"
#include "lmdb_builder/order/place_statistics.hpp"
#include "lmdb_builder/stages/build_steps.hpp"
#include "lmdb_builder/stages/gather_batch.hpp"
#include "lmdb_builder/stages/index_stage.hpp"
#include "lmdb_builder/stages/memory_shares.hpp"
#include "lmdb_builder/system/background.hpp"
#include "lmdb_builder/system/output_file.hpp"
#include "lmdb_builder/system/size_limits.hpp"
#include "lmdb_builder/system/stage_clock.hpp"
#include "lmdb_builder/system/stage_progress.hpp"

namespace bizrec::builder {
namespace {

/// The stages after reading.
class Stages {
public:
    Stages(const BuildOptions& options, Workers& workers, const BuildProgress& progress, BuildSummary& summary)
        : options_(options),
          progress_(progress),
          temp_folder_(temp_folder_of(options)),
          workers_(workers),
          summary_(summary) {}

    void run(const PlaceCatalog& catalog, const RuleSource& rules, std::unique_ptr<RecordSource> records,
             OutputFile& output) {
        std::vector<WeatherCity> cities;
        std::unique_ptr<ExternalSorter> placed;
        SharedKeys shared;
        format::ContentPhrases phrases;
        {
            PlaceStatistics places;
            timed("merging", summary_, [&] { shared = gather(catalog, *records, places); });
            if (records_with(Fact::coordinates) != 0) {  // no other record is near a city of the gazetteer
                cities = must(read_weather_locations(options_.locations_path));
            }
            placed = std::make_unique<ExternalSorter>(temp_folder_,
                                                      placed_limits(options_, workers_.count(), records->held_bytes()));
            timed("placing", summary_, [&] {
                Background choosing(threads_for_choosing(), [&] { phrases = choose_phrases(sample_); });
                place(catalog, *records, places, cities, *placed);
                choosing.wait();
            });
        }
        const auto forgetting = end_in_background(workers_.count(), std::move(records));
        timed("writing", summary_, [&] { write(output, catalog, cities, rules, shared, phrases, std::move(placed)); });
    }

private:
    /// The number of threads for Background: more than 1 lets it choose the phrases while the documents are placed.
    /// Returns 1 if --memory has no room for both at the same time: then the phrases are chosen before the placing.
    unsigned threads_for_choosing() const noexcept {
        return options_.memory_bytes / 4 < phrase_choice_bytes ? 1 : workers_.count();
    }

    /// Stage 2: reads the newest record of each id, collects statistics of places and domains, and returns the shared
    /// domains.
    SharedKeys gather(const PlaceCatalog& catalog, const RecordSource& records, PlaceStatistics& places) {
        StageProgress progress(progress_, "merging", records.count());
        DomainStatistics domains(temp_folder_, options_.memory_bytes / 4, workers_.count());
        WinnerCursor winners(records.read());
        const BatchSizes sizes = batch_sizes(options_.memory_bytes, workers_.count());
        std::vector<Document> documents(workers_.count());
        std::vector<DocumentPlace> counted(workers_.count());
        workers_.pipeline<GatherBatch>(
            sizes.in_flight, [&](GatherBatch& batch) { return batch.winners.fill(winners, sizes.batch_bytes); },
            [&](GatherBatch& batch, unsigned lane) {
                Document& document = documents[lane];
                batch.begin();
                for (std::size_t i = 0; i < batch.winners.size(); ++i) {
                    const std::string_view terms = decode_facts(batch.winners[i], document);
                    counted[lane] = document.place;
                    if (options_.infer_places) {
                        PlaceInference::complete_without_position(catalog, document, counted[lane]);
                    }
                    batch.add(terms, document, counted[lane]);
                    domains.add(document, lane);
                }
            },
            [&](GatherBatch& batch) {
                batch.add_to(text_, places, summary_.unusable_websites, sample_);
                summary_.facts.add(batch.facts());
                summary_.kept += batch.winners.size();
                refuse_above(summary_.kept, options_.max_documents, documents_of_an_index);
                progress.report(summary_.kept);
            });
        summary_.replaced += winners.replaced();
        if (summary_.kept == 0) {
            throw BuildFailure("no record could be kept of " + std::to_string(summary_.read) + " read" +
                               suppressed_hint() +
                               ": an empty index is not written; --rejects FILE tells why lines were refused" +
                               unread_hint(summary_.fields));
        }
        refuse_unfindable();
        places.rank();
        const std::vector<ClassifiedDomain> judged = domains.classify();
        summary_.chains = domains.chains();
        write_domain_report(options_.domains_path, judged);
        progress.end(records.count());
        return shared_keys(judged);
    }

    std::string suppressed_hint() const {
        const std::uint64_t count = summary_.screened.suppressed;
        return count == 0 ? "" : " (" + std::to_string(count) + " are on the list of suppressions)";
    }

    /// Throws BuildFailure if no record has a name, a website or a profile, because then the input's fields must have
    /// names that the builder does not know.
    void refuse_unfindable() const {
        if (records_with(Fact::name) + records_with(Fact::website) + records_with(Fact::profile) == 0) {
            throw BuildFailure("no record of " + std::to_string(summary_.kept) +
                               " has a name, a website or a profile: such an index is not written" +
                               unread_hint(summary_.fields));
        }
    }

    /// Stage 3: sorts the documents into the order of docids.
    void place(const PlaceCatalog& catalog, const RecordSource& records, const PlaceStatistics& places,
               const std::vector<WeatherCity>& cities, ExternalSorter& placed) {
        StageProgress progress(progress_, "placing", summary_.kept);
        WinnerCursor winners(records.read());
        const BatchSizes sizes = batch_sizes(options_.memory_bytes, workers_.count());
        std::vector<DocidKey> keys(workers_.count());
        std::optional<PlaceInference> inference;
        if (options_.infer_places && has_incomplete_places()) {
            inference.emplace(catalog, places, cities);
        }
        std::vector<PlaceCompleter> completers;
        for (unsigned lane = 0; lane < workers_.count(); ++lane) {
            completers.emplace_back(catalog, inference ? &*inference : nullptr);
        }
        std::uint64_t done = 0;
        workers_.pipeline<WinnerBatch>(
            sizes.in_flight, [&](WinnerBatch& batch) { return batch.fill(winners, sizes.batch_bytes); },
            [&](WinnerBatch& batch, unsigned lane) {
                for (std::size_t i = 0; i < batch.size(); ++i) {
                    const std::string_view document = completers[lane].complete(batch[i]);
                    const PlaceCompleter& completed = completers[lane];
                    placed.add(lane, keys[lane].make(completed.columns(), completed.ranked(), places), document);
                }
            },
            [&](WinnerBatch& batch) { progress.report(done += batch.size()); });
        placed.finish(workers_);
        for (const PlaceCompleter& completer : completers) {
            summary_.inferred_countries += completer.countries();
            summary_.inferred_cities += completer.cities();
        }
        progress.end(summary_.kept);
    }

    bool has_incomplete_places() const noexcept {
        return std::min(records_with(Fact::country), records_with(Fact::city)) < summary_.facts.records;
    }

    std::uint64_t records_with(Fact fact) const noexcept { return summary_.facts.with[static_cast<std::size_t>(fact)]; }

    /// Stage 4: writes the index.
    void write(OutputFile& output, const PlaceCatalog& catalog, const std::vector<WeatherCity>& cities,
               const RuleSource& rules, const SharedKeys& shared, const format::ContentPhrases& phrases,
               std::unique_ptr<ExternalSorter> placed) {
        const std::unique_ptr<store::IndexWriter> writer =
            must(store::IndexWriter::create(output.create(), output.temporary()));
        auto stage = std::make_unique<IndexStage>(workers_, *writer, catalog,
                                                  CityNames{&cities, options_.locale_dir, rules.city_names},
                                                  temp_folder_, options_.memory_bytes / 2, shared, text_, phrases);
        write_documents(*stage, *placed);
        const auto forgetting = end_in_background(workers_.count(), std::move(placed));
        stage->write_keys();
        stage->write_terms(rules.rules.numbers, report("indexing", false));
        stage->write_rules(rules.rules);
        format::Meta meta = stage->meta();
        const auto forgetting_stage = end_in_background(workers_.count(), std::move(stage));
        meta.suffix_list_version = rules.suffix_list_version;
        if (!options_.as_of.empty()) {
            meta.data_date = options_.as_of;
        }
        const store::Seal seal = must(writer->finish(meta, report("sealing", false)));
        std::error_code ignored;
        summary_.index_bytes = std::filesystem::file_size(output.temporary(), ignored);
        if (!options_.accepts || options_.accepts(seal)) {
            keep_found(options_, summary_);
            output.publish();
        }
        summarise(meta, seal);
    }

    void write_documents(IndexStage& stage, const ExternalSorter& placed) const {
        ExternalSorter::Cursor cursor = placed.read();
        const auto next = [&cursor](std::string& to) {
            if (!cursor.next()) {
                return false;
            }
            to.append(cursor.payload());
            return true;
        };
        stage.write_documents(next, report("writing", true));
    }

    std::function<void(std::uint64_t, std::uint64_t)> report(const char* stage, bool of_records) const {
        return [this, stage, of_records](std::uint64_t done, std::uint64_t total) {
            if (progress_) {
                progress_(stage, done, total, of_records ? done : 0);
            }
        };
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
        summary_.data_date = meta.data_date;
    }

    const BuildOptions& options_;
    const BuildProgress& progress_;
    std::string temp_folder_;
    Workers& workers_;
    BuildSummary& summary_;
    format::TextStatistics text_;
    ContentSample sample_;
};

BuildSummary build_from_inputs(const BuildOptions& options, const BuildProgress& progress) {
    refuse_output_conflicts(options.inputs,
                            {options.output, options.rejects_path, options.report_path, options.domains_path});
    OutputFile output(options.output, options.overwrite);
    const PlaceCatalog catalog = must(PlaceCatalog::load(options.iso_codes_dir, options.locale_dir));
    const RuleSource rules = load_rules(options.suffix_list_path, options.rule_folder);
    Workers workers(options.threads);
    BuildSummary summary;
    auto records = std::make_unique<SortedRecords>(temp_folder_of(options), record_limits(options, workers.count()));
    timed("reading", summary,
          [&] { read_inputs(options, rules.rules, catalog, workers, progress, records->sorter(), summary); });
    build_from_records(options, workers, progress, catalog, rules, std::move(records), output, summary);
    return summary;
}

}  // namespace

std::string temp_folder_of(const BuildOptions& options) {
    return options.temp_dir.empty() ? folder_of(options.output) : options.temp_dir;
}

void build_from_records(const BuildOptions& options, Workers& workers, const BuildProgress& progress,
                        const PlaceCatalog& catalog, const RuleSource& rules, std::unique_ptr<RecordSource> records,
                        OutputFile& output, BuildSummary& summary) {
    summary.threads = workers.count();
    Stages(options, workers, progress, summary).run(catalog, rules, std::move(records), output);
}

Result<BuildSummary> build_index(const BuildOptions& options, const BuildProgress& progress) {
    return guarded_build([&] { return build_from_inputs(options, progress); });
}

}  // namespace bizrec::builder
