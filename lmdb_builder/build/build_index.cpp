#include "lmdb_builder/build/build_index.hpp"

#include <sys/resource.h>

#include <chrono>
#include <filesystem>
#include <new>
#include <utility>

#include "lmdb_builder/build/byte_codec.hpp"
#include "lmdb_builder/build/domain_report.hpp"
#include "lmdb_builder/build/domain_statistics.hpp"
#include "lmdb_builder/build/index_stage.hpp"
#include "lmdb_builder/build/output_file.hpp"
#include "lmdb_builder/build/place_statistics.hpp"
#include "lmdb_builder/build/read_inputs.hpp"
#include "lmdb_builder/build/stage_progress.hpp"
#include "lmdb_builder/build/suffix_source.hpp"
#include "lmdb_builder/build/term_vector.hpp"

namespace bizrec::builder {
namespace {

constexpr char no_country[] = "\xFF\xFF";  // behind every alpha-2 code

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

void add_statistics(std::string_view terms, format::TextStatistics& text) {
    const format::FieldLengths lengths = TermVectorReader(terms).lengths();
    ++text.documents;
    for (std::size_t field = 0; field < format::text_field_count; ++field) {
        text.words[field] += lengths[field];
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
          temp_folder_(options.temp_dir.empty() ? folder_of(options.output) : options.temp_dir) {}

    BuildSummary run() {
        refuse_input_as_output(options_);
        refuse_one_file_for_two(options_);
        OutputFile output(options_.output, options_.overwrite);
        const PlaceCatalog catalog = must(PlaceCatalog::load(options_.iso_codes_dir, options_.locale_dir));
        const SuffixSource suffixes = load_suffixes(options_.suffix_list_path);
        const identity::Normaliser normaliser(suffixes.list);

        ExternalSorter placed(temp_folder_, {options_.memory_bytes / 2, ExternalSorter::default_fan_in});
        std::set<std::string> shared;
        {
            ExternalSorter records(temp_folder_, {options_.memory_bytes / 2, ExternalSorter::default_fan_in});
            read_inputs(options_, normaliser, catalog, progress_, records, summary_);
            PlaceStatistics places;
            shared = gather(records, places);
            place(records, places, placed);
        }
        write(output, catalog, suffixes, shared, placed);
        return summary_;
    }

private:
    /// Stage 2: the newest record of each id; what places and domains there are.
    std::set<std::string> gather(const ExternalSorter& records, PlaceStatistics& places) {
        StageProgress progress(progress_, "merging", records.count());
        DomainStatistics domains(temp_folder_, options_.memory_bytes / 4);
        WinnerCursor winners(records.read());
        Document document;
        while (winners.next()) {
            decode_document(winners.bytes(), document);
            add_statistics(document.terms, text_);
            places.add(document.place, document.columns.position);
            domains.add(document);
            if (!document.keys.unusable_website.empty()) {
                ++summary_.unusable_websites[document.keys.unusable_website];
            }
            progress.step(++summary_.kept + winners.replaced());
        }
        summary_.replaced = winners.replaced();
        if (summary_.kept == 0) {
            throw BuildFailure("no record could be kept of " + std::to_string(summary_.read) +
                               " read: an empty index is not written; --rejects FILE tells why lines were refused");
        }
        places.rank();
        const std::vector<JudgedDomain> judged = domains.judge();
        write_domain_report(options_.domains_path, judged);
        progress.end(records.count());
        return shared_keys(judged);
    }

    /// Stage 3: the order of docids.
    void place(const ExternalSorter& records, const PlaceStatistics& places, ExternalSorter& placed) {
        StageProgress progress(progress_, "placing", summary_.kept);
        WinnerCursor winners(records.read());
        Document document;
        std::string key;
        for (std::uint64_t done = 1; winners.next(); ++done) {
            decode_document(winners.bytes(), document);
            const PlaceStatistics::Ranks ranks = places.ranks(document.place);
            key.assign(document.place.country.empty() ? no_country : document.place.country);
            append_big_endian(key, ranks.state);
            append_big_endian(key, ranks.city);
            append_big_endian(key, ranks.postal_code);
            append_big_endian(key, place::hilbert_index(document.columns.position));
            key.append(reinterpret_cast<const char*>(document.columns.id.data()), document.columns.id.size());
            placed.add(key, winners.bytes());
            progress.step(done);
        }
        placed.finish();
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
    BuildSummary summary_;
    format::TextStatistics text_;
};

std::uint64_t peak_memory() noexcept {
    struct rusage usage {};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024U;
}

}  // namespace

Result<BuildSummary> build_index(const BuildOptions& options, const BuildProgress& progress) {
    const auto start = std::chrono::steady_clock::now();
    try {
        BuildSummary summary = Build(options, progress).run();
        summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        summary.peak_memory_bytes = peak_memory();
        return summary;
    } catch (const BuildFailure& failure) {
        return Error{failure.what()};
    } catch (const std::bad_alloc&) {
        return Error{"out of memory: give --memory a smaller size"};
    }
}

}  // namespace bizrec::builder
