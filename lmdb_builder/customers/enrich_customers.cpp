#include "lmdb_builder/customers/enrich_customers.hpp"

#include <chrono>
#include <unordered_map>

#include "bizrec/base/ascii.hpp"
#include "lmdb_builder/customers/record_columns.hpp"
#include "lmdb_builder/customers/table_output.hpp"
#include "lmdb_builder/import/csv_rows.hpp"
#include "lmdb_builder/import/import_output.hpp"
#include "lmdb_builder/input/line_reader.hpp"
#include "lmdb_builder/record/json_line.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/output_conflicts.hpp"
#include "lmdb_builder/terminal/counts_text.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t progress_interval = 4096;  // rows

std::string_view without_blanks(std::string_view text) noexcept {
    return trim(text, " \t\r\n");
}

/// What both formats share: a matcher, an output, and the counts.
class Run {
public:
    Run(const store::Generation& generation, const CustomerOptions& customer_options, const UnreadableRow& unreadable)
        : options(&customer_options),
          matcher(generation, customer_options.match),
          output(customer_options.output),
          unreadable_(&unreadable) {}

    const CompanyMatch& match(const Clues& clues) {
        const CompanyMatch& found = matcher.match(clues);
        ++summary.statuses[found.status];
        if (!found.reason.empty()) {
            ++summary.reasons[without_quotes(found.reason)];
        }
        return found;
    }

    void leave_out(std::uint64_t number, const std::string& reason) {
        ++summary.unreadable[reason];
        (*unreadable_)(number, reason);
    }

    const CustomerOptions* options;
    CompanyMatcher matcher;
    ImportOutput output;
    CustomerSummary summary;
    std::string line;  // of the output

private:
    const UnreadableRow* unreadable_;
};

class CsvRun {
public:
    explicit CsvRun(Run& run) : run_(&run), delimiter_(run.options->delimiter), columns_(run.options->fields) {}

    void run(const CustomerProgress& progress) {
        const auto rows = must(CsvRows::open(run_->options->input, delimiter_));
        std::vector<std::string_view> cells;
        bool has_header = false;
        for (CsvRows::Next next = rows->next(cells); next != CsvRows::Next::end; next = rows->next(cells)) {
            switch (next) {
                case CsvRows::Next::row:
                    has_header ? take_row(cells) : take_header(cells);
                    has_header = true;
                    break;
                case CsvRows::Next::too_long:
                    run_->leave_out(rows->line(), "the row is longer than " + size_text(CsvRows::default_limit) +
                                                      ": is a quote missing?");
                    break;
                case CsvRows::Next::malformed:
                    run_->leave_out(rows->line(), rows->problem());
                    break;
                default:
                    throw BuildFailure(rows->error());
            }
            if (run_->summary.rows % progress_interval == 0) {
                progress(rows->progress().consumed, rows->progress().size, run_->summary.rows);
            }
        }
        if (!has_header) {
            throw BuildFailure("the table is empty: a first row with the names of the columns was expected");
        }
    }

private:
    void take_header(const std::vector<std::string_view>& names) {
        for (const std::string_view name : names) {
            header_.emplace_back(without_blanks(name));
        }
        clues_ = must(ClueColumns::find(header_, run_->options->columns));
        run_->summary.columns = clues_.describe(header_);
        run_->line.clear();
        append_own(names);
        for (const std::string& name : match_column_names()) {
            run_->line += delimiter_ + name;
        }
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            run_->line += delimiter_;
            append_csv_cell(run_->line, "match_" + columns_.name(i), delimiter_);
        }
        run_->output.write_line(run_->line);
    }

    void take_row(const std::vector<std::string_view>& cells) {
        ++run_->summary.rows;
        Clues clues;
        for (const Clue clue : all_clues) {
            const std::size_t column = clues_.column(clue);
            clues.of(clue) = column < cells.size() ? without_blanks(cells[column]) : std::string_view();
        }
        const CompanyMatch& match = run_->match(clues);
        run_->line.clear();
        append_own(cells);
        append_match_cells(run_->line, match, delimiter_);
        append_record(match);
        // Cells that the header has no name for stay, behind the others.
        for (std::size_t i = header_.size(); i < cells.size(); ++i) {
            run_->line += delimiter_;
            append_csv_cell(run_->line, cells[i], delimiter_);
        }
        run_->output.write_line(run_->line);
    }

    /// One cell for each column, whatever the row has.
    void append_own(const std::vector<std::string_view>& cells) {
        for (std::size_t i = 0; i < header_.size(); ++i) {
            if (i != 0) {
                run_->line += delimiter_;
            }
            if (i < cells.size()) {
                append_csv_cell(run_->line, cells[i], delimiter_);
            }
        }
    }

    void append_record(const CompanyMatch& match) {
        if (match.record.empty() || !columns_.cut(match.record, cells_)) {
            run_->line.append(columns_.size(), delimiter_);
            return;
        }
        for (const std::string& cell : cells_) {
            run_->line += delimiter_;
            append_csv_cell(run_->line, cell, delimiter_);
        }
    }

    Run* run_;
    char delimiter_;
    RecordColumns columns_;
    std::vector<std::string> header_;
    ClueColumns clues_{};
    std::vector<std::string> cells_;
};

class JsonRun {
public:
    explicit JsonRun(Run& run) : run_(&run) {
        const ClueColumns::Named& named = run.options->columns;
        for (const Clue clue : all_clues) {
            const std::string& name = named[static_cast<std::size_t>(clue)];
            if (!name.empty() && name != "-") {
                known_.emplace(name, ClueName{clue, 0});
            }
        }
    }

    void run(const CustomerProgress& progress) {
        const auto lines = must(LineReader::open(run_->options->input));
        std::string_view text;
        for (LineReader::Next next = lines->next(text); next != LineReader::Next::end; next = lines->next(text)) {
            if (next == LineReader::Next::failed) {
                throw BuildFailure(lines->error());
            }
            if (next == LineReader::Next::too_long) {
                run_->leave_out(lines->line_number(),
                                "the line is longer than " + size_text(LineReader::default_line_limit));
            } else if (!without_blanks(text).empty()) {
                take_line(without_blanks(text), lines->line_number());
            }
            if (run_->summary.rows % progress_interval == 0) {
                progress(lines->compressed_bytes(), lines->file_bytes(), run_->summary.rows);
            }
        }
    }

private:
    void take_line(std::string_view text, std::uint64_t number) {
        simdjson::dom::object object;
        RejectReason reason;
        if (!parser_.parse(text, object, reason)) {
            run_->leave_out(number, "expected one JSON object a line: " + reason.detail);
            return;
        }
        ++run_->summary.rows;
        const CompanyMatch& match = run_->match(clues_of(object));
        run_->line.assign(text, 0, text.rfind('}'));
        run_->line += object.size() == 0 ? "" : ",";
        append_match_member(run_->line, match);
        run_->line += '}';
        run_->output.write_line(run_->line);
    }

    Clues clues_of(simdjson::dom::object object) {
        Clues clues;
        std::array<std::size_t, clue_count> ranks{};
        ranks.fill(ClueColumns::none);
        for (const auto& [key, value] : object) {
            const std::optional<ClueName>& name = name_of(key);
            if (!name || name->rank >= ranks[static_cast<std::size_t>(name->clue)]) {
                continue;
            }
            std::string& text = texts_[static_cast<std::size_t>(name->clue)];
            text.clear();
            if (value.is_string()) {
                text = std::string_view(value);
            } else if (value.is_number()) {
                text = simdjson::minify(value);
            }
            const std::string_view trimmed = without_blanks(text);
            if (!trimmed.empty()) {
                clues.of(name->clue) = trimmed;
                ranks[static_cast<std::size_t>(name->clue)] = name->rank;
            }
        }
        return clues;
    }

    /// Members of one name mean the same in every line.
    const std::optional<ClueName>& name_of(std::string_view key) {
        const auto found = known_.find(std::string(key));
        if (found != known_.end()) {
            return found->second;
        }
        std::optional<ClueName> name = clue_of_name(key);
        if (name && !run_->options->columns[static_cast<std::size_t>(name->clue)].empty()) {
            name.reset();  // another member was named for it
        }
        static const std::optional<ClueName> unknown;
        return known_.size() < most_names ? known_.emplace(std::string(key), name).first->second : unknown;
    }

    static constexpr std::size_t most_names = 4096;  // a hostile table's names must not fill the memory

    Run* run_;
    JsonLine parser_;
    std::unordered_map<std::string, std::optional<ClueName>> known_;
    std::array<std::string, clue_count> texts_;
};

std::uint64_t count_of(const CustomerSummary& summary, MatchStatus status) {
    const auto found = summary.statuses.find(status);
    return found == summary.statuses.end() ? 0 : found->second;
}

constexpr std::array<MatchStatus, 4> all_statuses{MatchStatus::found, MatchStatus::elsewhere, MatchStatus::not_found,
                                                  MatchStatus::refused};

}  // namespace

TableFormat table_format_of(const std::string& path) {
    std::string_view name = path;
    for (const std::string_view packed : {".gz", ".zst"}) {
        if (ends_with(name, packed)) {
            name.remove_suffix(packed.size());
        }
    }
    for (const std::string_view ending : {".jsonl", ".ndjson", ".json"}) {
        if (ends_with(name, ending)) {
            return TableFormat::json_lines;
        }
    }
    return TableFormat::csv;
}

std::string without_quotes(std::string_view reason) {
    const std::size_t begin = reason.find('"');
    const std::size_t end = reason.rfind('"');
    return begin == std::string_view::npos || begin == end
               ? std::string(reason)
               : std::string(reason.substr(0, begin + 1)) + "…" + std::string(reason.substr(end));
}

Result<CustomerSummary> enrich_customers(const store::Generation& generation, const CustomerOptions& options,
                                         const CustomerProgress& progress, const UnreadableRow& unreadable) {
    const auto started = std::chrono::steady_clock::now();
    try {
        refuse_output_conflicts({options.input, generation.path()}, {options.output});
        Run run(generation, options, unreadable);
        if (options.format == TableFormat::csv) {
            CsvRun(run).run(progress);
        } else {
            JsonRun(run).run(progress);
        }
        run.output.finish();
        run.summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
        return std::move(run.summary);
    } catch (const BuildFailure& failure) {
        return failure.error();
    }
}

std::string customer_summary_text(const CustomerSummary& summary) {
    std::string text = summary.columns.empty() ? "" : "columns      " + summary.columns + '\n';
    text += "rows         " + with_separators(summary.rows) + '\n';
    for (const MatchStatus status : all_statuses) {
        std::string name(status_name(status));
        name.resize(13, ' ');
        text += name + with_separators(count_of(summary, status)) + '\n';
    }
    text += counts_lines(summary.reasons);
    if (!summary.unreadable.empty()) {
        text += "left out: they could not be read\n" + counts_lines(summary.unreadable);
    }
    char time[64];
    const double rate = summary.seconds > 0 ? static_cast<double>(summary.rows) / summary.seconds : 0;
    std::snprintf(time, sizeof time, "time         %.1f s, ", summary.seconds);
    return text + time + with_separators(static_cast<std::uint64_t>(rate)) + " rows/s\n";
}

std::string customer_summary_json(const CustomerSummary& summary) {
    std::string json = "{\"rows\":" + std::to_string(summary.rows);
    for (const MatchStatus status : all_statuses) {
        json.append(",\"").append(status_name(status)).append("\":") += std::to_string(count_of(summary, status));
    }
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.3f", summary.seconds);
    return json + ",\"reasons\":" + counts_object(summary.reasons) +
           ",\"unreadable\":" + counts_object(summary.unreadable) + ",\"seconds\":" + seconds + "}\n";
}

}  // namespace bizrec::builder
