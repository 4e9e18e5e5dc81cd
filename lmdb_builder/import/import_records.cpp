#include "lmdb_builder/import/import_records.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>

#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/import/csv_records.hpp"
#include "lmdb_builder/import/csv_rows.hpp"
#include "lmdb_builder/import/import_output.hpp"
#include "lmdb_builder/import/importer.hpp"
#include "lmdb_builder/import/record_check.hpp"
#include "lmdb_builder/import/source_object.hpp"
#include "lmdb_builder/record/rejects.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/new_file.hpp"
#include "lmdb_builder/system/output_file.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t progress_interval = 4096;  ///< elements between two reports

CsvMapping mapping_of(const ImportOptions& options) {
    return options.mapping_path.empty() ? CsvMapping{} : must(CsvMapping::load(options.mapping_path));
}

std::unique_ptr<JsonImporter> json_importer(const ImportOptions& options) {
    switch (options.format) {
        case ImportFormat::json:
            return must(make_json_importer(mapping_of(options), options.name_space, options.list));
        case ImportFormat::alltheplaces:
            return make_alltheplaces_importer();
        case ImportFormat::overture:
            return make_overture_importer();
        case ImportFormat::foursquare:
            return make_foursquare_importer();
        default:
            return make_record_importer();
    }
}

/// Checks inputs and outputs before the first record is written: a typing error in the last of a thousand files should
/// not cost an hour.
void require_inputs(const ImportOptions& options) {
    for (const std::string& input : options.inputs) {
        struct stat status {};
        if (input == "-") {
            continue;
        }
        if (::stat(input.c_str(), &status) != 0 || ::access(input.c_str(), R_OK) != 0) {
            fail_with_errno("read \"" + input + "\"");
        }
        if (S_ISDIR(status.st_mode)) {
            throw BuildFailure("\"" + input + "\" is a directory: name the files in it, as in DIR/*");
        }
    }
    if (options.output.empty() &&
        descriptor_named_by(options.rejects_path == "-" ? "/dev/stdout" : options.rejects_path) == 1) {
        throw BuildFailure(
            "the records and the rejects both go to standard output: give -o FILE, or --rejects another FILE");
    }
    std::vector<std::string> read = options.inputs;
    read.push_back(options.mapping_path);
    refuse_output_conflicts(read, {options.output, options.rejects_path});
}

std::uint64_t peak_resident_bytes() noexcept {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::string shown_name(const std::string& input) {
    return input == "-" ? "standard input" : input;
}

class ImportRun {
public:
    ImportRun(const ImportOptions& options, const ImportProgress& progress)
        : options_(&options),
          progress_(&progress),
          catalog_(must(PlaceCatalog::load())),
          check_(catalog_, options.max_record_bytes),
          rejects_(options.rejects_path),
          output_(options.output),
          aside_([this](const RejectReason& reason) { note_aside(reason); }) {}

    ImportSummary run() {
        if (options_->format == ImportFormat::csv) {
            CsvRecords records(mapping_of(*options_), options_->name_space, options_->decimal);
            for (const std::string& input : options_->inputs) {
                read_csv(input, records);
            }
        } else {
            const auto importer = json_importer(*options_);
            importer->keep_closed = options_->keep_closed;
            for (const std::string& input : options_->inputs) {
                read_json(input, *importer);
            }
            summary_.never_found = importer->never_found();
        }
        rejects_.close();
        require_success();
        output_.finish();
        return std::move(summary_);
    }

private:
    void read_json(const std::string& input, JsonImporter& importer) {
        const auto elements = must(JsonElements::open(input, importer.envelope()));
        using Next = JsonElements::Next;
        std::string_view text;
        for (Next next = elements->next(text); next != Next::end; next = elements->next(text)) {
            begin_element(input, elements->line(), elements->in_list() ? elements->number() : 0, elements->progress());
            switch (next) {
                case Next::element:
                    read_element(text, importer);
                    break;
                case Next::too_long:
                    reject(
                        {"", "too_long", "expected at most " + std::to_string(JsonElements::default_limit) + " bytes"});
                    break;
                case Next::malformed:
                    reject({"", "invalid_json", std::string("expected one JSON object: ") + elements->problem()});
                    break;
                default:
                    return end_early(elements->error().message);
            }
        }
    }

    void read_element(std::string_view text, JsonImporter& importer) {
        RejectReason reason;
        if (!source_.parse(text, object_, reason)) {
            return reject(reason);
        }
        finish(importer.convert(object_, source_.raw(), line_, reason), reason);
    }

    void read_csv(const std::string& input, CsvRecords& records) {
        const auto rows = must(CsvRows::open(input, options_->csv));
        using Next = CsvRows::Next;
        std::vector<std::string_view> cells;
        if (const Next first = rows->next(cells); first == Next::failed) {
            throw BuildFailure(rows->error());
        } else if (first != Next::row) {
            throw BuildFailure(shown_name(input) + ": expected a header line with the names of the columns");
        }
        ++summary_.dialects[rows->dialect()];
        const Status bound = records.bind(cells, rows->sample());
        if (!bound) {
            throw BuildFailure(shown_name(input) + ": " + bound.error().message);
        }
        for (Next next = rows->next(cells); next != Next::end; next = rows->next(cells)) {
            begin_element(input, rows->line(), 0, rows->progress());
            row_last_line_ = rows->last_line();
            RejectReason reason;
            switch (next) {
                case Next::row:
                    finish(records.convert(cells, rows->text(), line_, reason), reason);
                    break;
                case Next::too_long:
                    reject({"", "too_long",
                            "expected a row of at most " + std::to_string(CsvRows::default_limit) +
                                " bytes: is a quote missing?"});
                    break;
                case Next::malformed:
                    reject({"", "invalid_csv", rows->problem()});
                    break;
                default:
                    return end_early(rows->error().message);
            }
        }
    }

    /// `number`: the element's number in the input if it is in a list, because the whole list may be on one line;
    /// otherwise 0.
    void begin_element(const std::string& input, std::uint64_t line, std::uint64_t number,
                       const InputProgress& progress) {
        input_ = &input;
        input_line_ = line;
        number_ = number;
        ++summary_.read;
        if (summary_.read % progress_interval == 0) {
            (*progress_)(progress.consumed, progress.size, summary_.read);
        }
    }

    void finish(Imported imported, RejectReason& reason) {
        if (imported == Imported::closed) {
            ++summary_.left_out["closed"];
            return;
        }
        const bool own_shape = options_->format == ImportFormat::records;
        if (imported == Imported::rejected ||
            !check_.check(line_, own_shape ? RecordCheck::Aside() : aside_, json_, reason)) {
            return reject(reason);
        }
        output_.write_line(json_);
        ++summary_.written;
        check_.count(summary_.facts, summary_.fields);
    }

    void note_aside(const RejectReason& reason) {
        const std::string field = reason.field.substr(0, reason.field.find_first_of("[."));
        ++summary_.set_aside[field + ": " + reason.code];
        write_reject({reason.field, reason.code, reason.detail + "; the record is written without it"});
    }

    void reject(RejectReason reason) {
        if (row_last_line_ > input_line_) {
            reason.detail += " (lines " + std::to_string(input_line_) + " to " + std::to_string(row_last_line_) + ")";
        }
        if (summary_.rejected.empty()) {
            first_reject_ = shown(reason);
        }
        ++summary_.rejected[reason.code];
        write_reject(reason);
        if (options_->strict) {
            rejects_.close();
            throw BuildFailure("--strict: " + shown(reason));
        }
    }

    std::string shown(const RejectReason& reason) const {
        return place() + ": " + (reason.field.empty() ? "" : reason.field + ": ") + reason.code + ": " + reason.detail;
    }

    /// Ends an input that breaks off. Fails without --allow-truncated, because an unknown number of records is lost.
    void end_early(const std::string& why) {
        reject({"", "damaged_input", why});
        if (!options_->allow_truncated) {
            rejects_.close();
            throw BuildFailure(why + "; --allow-truncated takes what came before the damage");
        }
    }

    void write_reject(RejectReason reason) {
        if (number_ > 0) {
            reason.detail += " (element " + std::to_string(number_) + ")";
        }
        rejects_.add(shown_name(*input_), input_line_, reason);
    }

    std::string place() const {
        return shown_name(*input_) + ":" + std::to_string(input_line_) +
               (number_ > 0 ? " (element " + std::to_string(number_) + ")" : "");
    }

    /// Fails if nothing was written and something was rejected, because an input of another format than the given one
    /// must not look like an empty delivery. Also fails above the reject limit.
    void require_success() const {
        if (summary_.written == 0 && !summary_.rejected.empty()) {
            throw BuildFailure("no record could be made of " + std::to_string(summary_.read) + " read; the first: " +
                               first_reject_ + ". --rejects FILE names each; is this the right format?");
        }
        std::uint64_t refused = 0;
        for (const auto& [code, count] : summary_.rejected) {
            refused += count;
        }
        const RejectLimit& limit = options_->reject_limit;
        if (!limit.holds(refused, summary_.read)) {
            throw BuildFailure(std::to_string(refused) + " of " + std::to_string(summary_.read) +
                               " were refused, more than " + limit.text + " allows; " +
                               (options_->rejects_path.empty() ? "--rejects FILE would name each of them"
                                                               : "\"" + options_->rejects_path + "\" names each"));
        }
    }

    const ImportOptions* options_;
    const ImportProgress* progress_;
    PlaceCatalog catalog_;
    RecordCheck check_;
    RejectsFile rejects_;
    ImportOutput output_;
    RecordCheck::Aside aside_;

    SourceParser source_;
    SourceObject object_;
    RecordLine line_;
    std::string json_;
    const std::string* input_ = nullptr;
    std::uint64_t input_line_ = 0;
    std::uint64_t row_last_line_ = 0;  // CSV: last line of the current row
    std::uint64_t number_ = 0;
    std::string first_reject_;
    ImportSummary summary_;
};

}  // namespace

Result<ImportSummary> import_records(const ImportOptions& options, const ImportProgress& progress) {
    const auto started = std::chrono::steady_clock::now();
    try {
        require_inputs(options);
        ImportSummary summary = ImportRun(options, progress).run();
        summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
        summary.peak_memory_bytes = peak_resident_bytes();
        return summary;
    } catch (const BuildFailure& failure) {
        return Error{failure.what()};
    }
}

}  // namespace bizrec::builder
