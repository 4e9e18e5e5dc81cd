#include "lmdb_builder/deltas/rebuild.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "bizrec/base/rule_lines.hpp"
#include "bizrec/format/record_json.hpp"
#include "lmdb_builder/catalog/catalog_digest.hpp"
#include "lmdb_builder/deltas/index_records.hpp"
#include "lmdb_builder/record/record_parser.hpp"
#include "lmdb_builder/runs/run_file_rules.hpp"
#include "lmdb_builder/stages/build_steps.hpp"
#include "lmdb_builder/stages/memory_shares.hpp"
#include "lmdb_builder/stages/record_lane.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/stage_progress.hpp"

namespace bizrec::builder {

DeltaChain::DeltaChain(const std::vector<const DeltaFile*>& deltas) {
    for (const DeltaFile* delta : deltas) {
        links_.push_back(std::make_unique<Link>(*delta));
    }
}

bool DeltaChain::next(DeltaChange& change) {
    Link* last = nullptr;
    for (const auto& link : links_) {
        if (link->more && (last == nullptr || link->change.id <= last->change.id)) {
            last = link.get();
        }
    }
    if (last == nullptr) {
        return false;
    }
    std::swap(change, last->change);
    for (const auto& link : links_) {
        if (link.get() == last || (link->more && link->change.id == change.id)) {
            link->more = link->cursor.next(link->change);
        }
    }
    return true;
}

namespace {

/// Some records of the base, as docids, or some records of a delta, as text.
struct Batch {
    std::vector<std::uint32_t> docids;
    std::vector<std::pair<format::Uuid, std::string>> records;
};

/// The objects with which one worker turns records of an index or a delta into documents again.
class Lane {
public:
    Lane(const LocalTables& tables, const PlaceCatalog& catalog, ExternalSorter& records, unsigned lane)
        : parser_(catalog, format::max_record_bytes, nullptr, RecordParser::Lines::minified),
          lane_(tables.rules.rules, catalog, records, lane) {}

    void work(const store::Generation& base, const Batch& batch) {
        for (const std::uint32_t docid : batch.docids) {
            if (!read_record_json(base, docid, json_)) {
                throw BuildFailure(damaged_record(base, docid));
            }
            add(base.uuid[docid], json_);
        }
        for (const auto& [id, json] : batch.records) {
            json_.assign(json);
            add(id, json_);
        }
    }

private:
    void add(const format::Uuid& id, std::string& json) {
        const std::size_t size = json.size();
        json.append(RecordParser::line_padding, '\0');
        if (!parser_.parse_padded({json.data(), size}, record_, reason_) || record_.id != id) {
            throw BuildFailure("the record " + format::uuid_text(id) + " is refused (" + reason_.field + ": " +
                               reason_.code + ": " + reason_.detail + "): fetch the whole packed index");
        }
        lane_.add(record_);
    }

    RecordParser parser_;
    RecordLane lane_;
    Record record_;
    RejectReason reason_;
    std::string json_;
};

class Reading {
public:
    Reading(const BuildOptions& options, const LocalTables& tables, const PlaceCatalog& catalog,
            const store::Generation& base, Workers& workers, ExternalSorter& records)
        : base_(base), workers_(workers), sizes_(batch_sizes(options.memory_bytes, workers.count())) {
        for (unsigned lane = 0; lane < workers.count(); ++lane) {
            lanes_.push_back(std::make_unique<Lane>(tables, catalog, records, lane));
        }
    }

    /// Reads the records of the deltas. Must run before read_base(), because it notes which records of the base are
    /// replaced.
    void read_deltas(const std::vector<const DeltaFile*>& deltas, StageProgress& progress) {
        replaced_.assign(base_.documents(), false);
        DeltaChain chain(deltas);
        DeltaChange change;
        work(
            [&](Batch& batch) {
                batch.docids.clear();
                batch.records.clear();
                for (std::size_t bytes = 0; bytes < sizes_.batch_bytes && chain.next(change);) {
                    const std::uint32_t docid = base_.find_id(change.id);
                    if (docid != format::no_docid) {
                        replaced_[docid] = true;
                    }
                    if (change.kind != ChangeKind::removed) {
                        bytes += change.json.size();
                        batch.records.emplace_back(change.id, std::move(change.json));
                    }
                }
                return !batch.records.empty();
            },
            progress);
    }

    void read_base(StageProgress& progress) {
        std::uint32_t docid = 0;
        work(
            [&](Batch& batch) {
                batch.records.clear();
                batch.docids.clear();
                while (docid < base_.documents() && batch.docids.size() < format::documents_per_content_chunk) {
                    if (!replaced_[docid]) {
                        batch.docids.push_back(docid);
                    }
                    ++docid;
                }
                return !batch.docids.empty();
            },
            progress);
    }

    std::uint64_t count() const noexcept { return count_; }

private:
    template <class Produce>
    void work(const Produce& produce, StageProgress& progress) {
        workers_.pipeline<Batch>(
            sizes_.in_flight, produce, [this](Batch& batch, unsigned lane) { lanes_[lane]->work(base_, batch); },
            [&](Batch& batch) { progress.report(count_ += batch.docids.size() + batch.records.size()); });
    }

    const store::Generation& base_;
    Workers& workers_;
    BatchSizes sizes_;
    std::vector<std::unique_ptr<Lane>> lanes_;
    std::vector<bool> replaced_;
    std::uint64_t count_ = 0;
};

}  // namespace

LocalTables local_tables(const BuildOptions& options, std::string_view rules, std::string suffix_list_version,
                         std::string city_names) {
    LocalTables tables;
    tables.rules.rules = must(format::read_rules(rules, format::format_version));
    tables.rules.suffix_list_version = std::move(suffix_list_version);
    tables.rules.city_names = city_names.empty() ? std::string(built_in_rules("city_names")) : std::move(city_names);
    tables.catalog =
        std::make_shared<const PlaceCatalog>(must(PlaceCatalog::load(options.iso_codes_dir, options.locale_dir)));
    tables.header = local_run_header(tables.rules, *tables.catalog, "");
    tables.cities = must(
        city_digest(must(read_weather_locations(options.locations_path)), options.locale_dir, tables.rules.city_names));
    return tables;
}

BuildSummary rebuild(const BuildOptions& options, const LocalTables& tables, const store::Generation& base,
                     const std::vector<const DeltaFile*>& deltas, const BuildProgress& progress) {
    const auto start = std::chrono::steady_clock::now();
    OutputFile output(options.output, options.overwrite);
    const PlaceCatalog& catalog = *tables.catalog;
    Workers workers(options.threads);
    BuildSummary summary;
    auto records = std::make_unique<SortedRecords>(temp_folder_of(options), record_limits(options, workers.count()));
    timed("reading", summary, [&] {
        StageProgress stage(progress, "reading", base.documents());
        Reading reading(options, tables, catalog, base, workers, records->sorter());
        reading.read_deltas(deltas, stage);
        reading.read_base(stage);
        summary.read = reading.count();
        records->sorter().finish(workers);
        stage.end(summary.read);
    });
    build_from_records(options, workers, progress, catalog, tables.rules, std::move(records), output, summary);
    summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    summary.peak_memory_bytes = peak_memory();
    return summary;
}

}  // namespace bizrec::builder
