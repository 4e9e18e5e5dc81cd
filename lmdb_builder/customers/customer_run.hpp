#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/store/generation.hpp"
#include "lmdb_builder/customers/clue_columns.hpp"
#include "lmdb_builder/customers/company_match.hpp"
#include "lmdb_builder/customers/customer_summary.hpp"
#include "lmdb_builder/import/csv_rows.hpp"
#include "lmdb_builder/import/import_output.hpp"
#include "lmdb_builder/memory/text_buffer.hpp"

namespace bizrec::builder {

/// The decoded record of a match. Its memory is reused.
class MatchedRecord {
public:
    /// `generation` must outlive this object.
    explicit MatchedRecord(const store::Generation& generation) noexcept : generation_(&generation) {}

    /// id() and content() are valid until the next call. Throws BuildFailure if the index is damaged.
    void read(std::uint32_t docid);
    std::string_view id() const noexcept;
    /// JSON, followed by simdjson's readable padding.
    std::string_view content() const noexcept;

private:
    const store::Generation* generation_;
    std::string row_;
};

enum class TableFormat : std::uint8_t { csv, json_lines };

struct CustomerOptions {
    std::string input;   ///< "-": standard input; gzip and zstd are unpacked
    std::string output;  ///< "": standard output
    TableFormat format = TableFormat::csv;
    CsvOptions csv;
    bool raw = false;  ///< writes a record's texts unchanged, even if a spreadsheet would run them
    ClueColumns::Named columns;
    std::vector<std::string> fields;  ///< fields of the record, one column each; only for CSV
    MatchOptions match;
};

/// Bytes of the file read so far, its size (0: unknown), and rows.
using CustomerProgress = std::function<void(std::uint64_t done, std::uint64_t total, std::uint64_t rows)>;
/// Called for each row that cannot be read, and is therefore written with the status `unreadable`. `line`: the first
/// line of the row.
using UnreadableRow = std::function<void(std::uint64_t line, const std::string& reason)>;

/// The common parts of both formats: a matcher, an output, and the counts.
class CustomerRun {
public:
    /// A block of rows is answered when its texts reach this size, even if it is not full.
    static constexpr std::size_t block_bytes = 1U << 20;
    static constexpr std::uint64_t progress_interval = 4096;  ///< rows between two reports

    CustomerRun(const store::Generation& generation, const CustomerOptions& customer_options,
                const UnreadableRow& unreadable)
        : options(&customer_options),
          matcher(generation, customer_options.match),
          record(generation),
          unreadable_(&unreadable),
          output_(customer_options.output) {}

    void note_unreadable(std::uint64_t number, const std::string& reason) {
        ++summary.rows;
        ++summary.unreadable[reason.substr(0, reason.find(": "))];
        (*unreadable_)(number, reason);
    }

    /// Writes `out` to the output if it has write_bytes or more.
    void end_block() {
        if (out.size() >= write_bytes) {
            write_out();
        }
    }
    void write_out() {
        output_.write(out.text());
        out.clear();
    }
    void finish() {
        write_out();
        output_.finish();
    }

    const CustomerOptions* options;
    CompanyMatcher matcher;
    MatchedRecord record;
    CustomerSummary summary;
    TextBuffer out;

private:
    static constexpr std::size_t write_bytes = 256U << 10;

    const UnreadableRow* unreadable_;
    ImportOutput output_;
};

}  // namespace bizrec::builder
