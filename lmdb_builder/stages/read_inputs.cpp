#include "lmdb_builder/stages/build_steps.hpp"

#include <sys/stat.h>

#include <memory>
#include <vector>

#include "lmdb_builder/domains/domain_report.hpp"
#include "lmdb_builder/input/line_batch.hpp"
#include "lmdb_builder/record/record_parser.hpp"
#include "lmdb_builder/record/rejects.hpp"
#include "lmdb_builder/stages/foreign_input.hpp"
#include "lmdb_builder/stages/memory_shares.hpp"
#include "lmdb_builder/stages/record_lane.hpp"
#include "lmdb_builder/stages/screens.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/stage_progress.hpp"

namespace bizrec::builder {
namespace {

/// Bytes of all inputs; 0 if one of them is not a regular file.
std::uint64_t total_bytes(const std::vector<std::string>& inputs) {
    std::uint64_t total = 0;
    for (const std::string& input : inputs) {
        struct stat status {};
        if (input == "-" || ::stat(input.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
            return 0;
        }
        total += static_cast<std::uint64_t>(status.st_size);
    }
    return total;
}

bool is_blank(std::string_view line) noexcept {
    return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

struct RefusedLine {
    std::uint64_t number = 0;
    RejectReason reason;
};

/// A batch of lines with the results of the worker that parsed them: refused lines and unusable websites.
struct InputBatch {
    LineBatch lines;
    std::uint64_t read = 0;
    std::vector<RefusedLine> refused;
    std::vector<UnusableWebsite> unusable;
};

RejectReason reason_of(const LineBatch& batch, LineBatch::Fault fault) {
    switch (fault) {
        case LineBatch::Fault::too_long:
            return {"", "line_too_long",
                    "expected at most " + std::to_string(LineReader::default_line_limit) + " bytes"};
        case LineBatch::Fault::cut_off:
            return {"", "truncated_input", "expected more lines, got none: " + batch.failure()};
        default:
            return {"", "damaged_input", "expected more lines, got none: " + batch.failure()};
    }
}

/// The objects with which one worker turns lines into documents and passes them to the sorter.
class LineWorker {
public:
    LineWorker(const BuildOptions& options, const format::Rules& rules, const PlaceCatalog& catalog,
               const Screens& screens, ExternalSorter& records, unsigned lane)
        : canonical_(rules),
          parser_(catalog, options.max_record_bytes, options.canonical ? &canonical_ : nullptr),
          lane_(rules, catalog, records, lane),
          screen_(screens.list),
          deletions_(screens.deletion_cutter()),
          shard_(options.shard),
          reports_websites_(!options.report_path.empty()) {}

    void work(InputBatch& batch) {
        batch.read = 0;
        batch.refused.clear();
        batch.unusable.clear();
        for (const LineBatch::Line& line : batch.lines.lines()) {
            const std::string_view text = batch.lines.text(line);
            if (line.fault == LineBatch::Fault::none && is_blank(text)) {
                continue;
            }
            if (line.fault == LineBatch::Fault::none) {
                read_line(line.number, text, batch);
            } else if (shard_.holds_line_number(line.number)) {
                ++batch.read;
                batch.refused.push_back({line.number, reason_of(batch.lines, line.fault)});
            }
        }
    }

    const FieldCounts& fields() const noexcept { return fields_; }
    ScreenCounts screened() const {
        ScreenCounts counts = screened_;
        if (deletions_) {
            counts.found = deletions_->found();
        }
        return counts;
    }
    const DifferenceCounts& differences() const noexcept { return canonical_.counts(); }

private:
    void read_line(std::uint64_t number, std::string_view line, InputBatch& batch) {
        static_assert(LineBatch::padding_bytes >= RecordParser::line_padding);
        const bool has_id = parser_.parse_id_padded(line, record_, reason_);
        if (!(has_id ? shard_.holds_id(record_.id) : shard_.holds_line(line))) {
            return;
        }
        ++batch.read;
        const auto finding = has_id ? screen_.find(record_.id) : SuppressionScreen::Finding::nothing;
        if (finding == SuppressionScreen::Finding::whole) {
            ++screened_.suppressed;
            return;
        }
        parser_.count_fields(fields_);
        if (!has_id || !parser_.parse_rest(line, record_, reason_) ||
            (finding == SuppressionScreen::Finding::part && !cut_parts()) || (deletions_ && !cut_people())) {
            batch.refused.push_back({number, std::move(reason_)});
            return;
        }
        const Document& document = lane_.add(record_);
        if (reports_websites_ && !document.keys.unusable_website.empty()) {
            batch.unusable.push_back({number, record_.id, record_.website, document.keys.unusable_website});
        }
    }

    /// Removes the listed parts from Record::json, the form to which the list refers, and parses the rest. Returns
    /// false if the rest is not a valid record.
    bool cut_parts() {
        rest_ = record_.json;
        if (!screen_.cut(record_.id, rest_)) {
            return true;
        }
        ++screened_.cut;
        return parse_what_is_left();
    }

    bool cut_people() {
        rest_ = record_.json;
        if (!deletions_->cut(rest_)) {
            return true;
        }
        ++screened_.hashed;
        return parse_what_is_left();
    }

    bool parse_what_is_left() {
        const std::size_t size = rest_.size();
        rest_.append(RecordParser::line_padding, '\0');
        return parser_.parse_padded({rest_.data(), size}, record_, reason_);
    }

    CanonicalContent canonical_;
    RecordParser parser_;
    RecordLane lane_;
    const SuppressionScreen& screen_;
    std::unique_ptr<DeletionCutter> deletions_;  // null: no hashes are tried
    ShardFilter shard_;
    bool reports_websites_;
    Record record_;
    RejectReason reason_;
    std::string rest_;
    ScreenCounts screened_;
    FieldCounts fields_;
};

/// The beginning of an input, some kilobytes. If the batch has no text because the first line is too long, reads a
/// regular file again; for an input that is no regular file, the result is then blank.
std::string beginning_of(const LineBatch& batch, const std::string& input) {
    constexpr std::size_t max_bytes = 16384;
    std::string text;
    for (const LineBatch::Line& line : batch.lines()) {
        if (text.size() < max_bytes) {
            text.append(batch.text(line).substr(0, max_bytes)).push_back('\n');
        }
    }
    InputProgress progress;
    if (!is_blank(text) || total_bytes({input}) == 0) {
        return text;
    }
    const auto source = open_byte_source(input, progress);
    text.resize(max_bytes);
    const auto read = source ? source.value()->read(text.data(), text.size()) : Result<std::size_t>(std::size_t{0});
    text.resize(read ? read.value() : 0);
    return text;
}

/// Whether the first line is only "[", so that the input is an array with one element per line. All elements except the
/// last end with a comma and are refused. The last one is a valid record, so some lines of such an input are not
/// refused.
bool opens_array(const LineBatch& batch) {
    std::string_view line = batch.text(batch.lines().front());
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    return line == "[";
}

/// Throws BuildFailure if an input begins with refused lines only and has a known other format, because one clear error
/// now is better than a million rejects.
void refuse_foreign_input(const BuildOptions& options, const InputBatch& batch) {
    const bool is_first = !batch.lines.lines().empty() && batch.lines.lines().front().number == 1;
    if (!is_first || batch.read == 0 || (batch.refused.size() < batch.read && !opens_array(batch.lines))) {
        return;
    }
    const std::string& input = options.inputs[batch.lines.input()];
    const ForeignFormat format = foreign_format(beginning_of(batch.lines, input));
    if (!format.import.empty()) {
        throw BuildFailure(foreign_message(options, input, format));
    }
}

/// Throws BuildFailure for a truncated or damaged input, unless --allow-truncated is given, because the number of lost
/// records is unknown.
void refuse_damaged_input(const BuildOptions& options, const LineBatch& batch) {
    if (!batch.failure().empty() && !options.allow_truncated) {
        throw BuildFailure("\"" + options.inputs[batch.input()] + "\": " + batch.failure() +
                           ": nothing is built; --allow-truncated builds what came before the damage");
    }
}

void add_differences(const DifferenceCounts& counts, BuildSummary& summary) {
    DifferenceCounts& sums = summary.differences ? *summary.differences : summary.differences.emplace();
    for (std::size_t i = 0; i < counts.size(); ++i) {
        sums[i] += counts[i];
    }
}

void check_limit(const BuildOptions& options, const BuildSummary& summary) {
    std::uint64_t refused = 0;
    for (const auto& [reason, count] : summary.rejected) {
        refused += count;
    }
    const RejectLimit& limit = options.reject_limit;
    if (limit.holds(refused, summary.read)) {
        return;
    }
    const std::string where = options.rejects_path.empty() ? "--rejects FILE would name each of them"
                                                           : "\"" + options.rejects_path + "\" names each of them";
    throw BuildFailure(std::to_string(refused) + " of " + std::to_string(summary.read) +
                       " records were refused, more than " + limit.text + " allows: nothing is built; " + where +
                       unread_hint(summary.fields));
}

}  // namespace

void read_inputs(const BuildOptions& options, const format::Rules& rules, const PlaceCatalog& catalog, Workers& workers,
                 const BuildProgress& progress, ExternalSorter& records, BuildSummary& summary) {
    RejectsFile rejects(options.rejects_path);
    WebsiteReport websites(options.report_path);
    const BatchSizes sizes = batch_sizes(options.memory_bytes, workers.count());
    LineBatchReader reader(options.inputs, sizes.batch_bytes);
    StageProgress stage_progress(progress, "reading", total_bytes(options.inputs));
    const Screens screens = load_screens(options, summary);
    std::vector<std::unique_ptr<LineWorker>> line_workers;
    for (unsigned lane = 0; lane < workers.count(); ++lane) {
        line_workers.push_back(std::make_unique<LineWorker>(options, rules, catalog, screens, records, lane));
    }
    std::uint64_t consumed = 0;
    workers.pipeline<InputBatch>(
        sizes.in_flight, [&](InputBatch& batch) { return must(reader.next(batch.lines)); },
        [&](InputBatch& batch, unsigned lane) { line_workers[lane]->work(batch); },
        [&](InputBatch& batch) {
            refuse_foreign_input(options, batch);
            refuse_damaged_input(options, batch.lines);
            summary.read += batch.read;
            for (const RefusedLine& line : batch.refused) {
                ++summary.rejected[line.reason.code];
                rejects.add(options.inputs[batch.lines.input()], line.number, line.reason);
            }
            for (const UnusableWebsite& website : batch.unusable) {
                websites.add(options.inputs[batch.lines.input()], website);
            }
            consumed = batch.lines.consumed_bytes();
            stage_progress.report(consumed, summary.read);
        });
    rejects.close();
    websites.close();
    for (const auto& worker : line_workers) {
        summary.fields.add(worker->fields());
        summary.screened.add(worker->screened());
        if (options.canonical) {
            add_differences(worker->differences(), summary);
        }
    }
    check_limit(options, summary);
    line_workers.clear();
    records.finish(workers);
    stage_progress.end(consumed, summary.read);
}

}  // namespace bizrec::builder
