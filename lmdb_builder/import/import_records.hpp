#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/import/csv_numbers.hpp"
#include "lmdb_builder/import/csv_rows.hpp"
#include "lmdb_builder/record/fact_counts.hpp"
#include "lmdb_builder/record/field_counts.hpp"
#include "lmdb_builder/record/record_parser.hpp"
#include "lmdb_builder/record/reject_limit.hpp"

namespace bizrec::builder {

enum class ImportFormat { records, alltheplaces, csv, json, overture, foursquare };

struct ImportOptions {
    ImportFormat format = ImportFormat::records;
    std::vector<std::string> inputs;  ///< "-": standard input
    std::string output;               ///< "": standard output
    std::string rejects_path;         ///< "": not written
    bool strict = false;              ///< the first reject ends the import and leaves no output
    RejectLimit reject_limit;
    bool allow_truncated = false;  ///< truncated or damaged compressed inputs: the records before the damage are kept
    bool keep_closed = false;
    std::size_t max_record_bytes = RecordParser::default_max_bytes;  ///< a larger record is rejected
    std::string mapping_path;                                        ///< csv, json; "": none
    CsvOptions csv;                                                  ///< csv
    Decimal decimal = Decimal::unknown;                              ///< csv
    std::string name_space = "csv";                                  ///< csv, json: namespace of derived ids
    std::string list;                                                ///< json: the member that contains the elements
};

struct ImportSummary {
    using Counts = std::map<std::string, std::uint64_t>;

    std::uint64_t read = 0;  ///< = written + all of left_out + all of rejected
    std::uint64_t written = 0;
    Counts left_out;   ///< valid but unwanted ones, by reason
    Counts rejected;   ///< by code
    Counts set_aside;  ///< values that the builder would refuse, by "field: code"; their records are written
    Counts dialects;   ///< csv: the detected formats of the inputs: "comma, UTF-8"
    std::vector<std::string> never_found;  ///< json: paths of the mapping that occur in no element
    FactCounts facts;                      ///< of the written records
    FieldCounts fields;                    ///< of the written records: the fields that `build` will read
    double seconds = 0;
    std::uint64_t peak_memory_bytes = 0;  ///< of the process
};

/// Bytes read of the current input, its size (0: unknown), and businesses read from all inputs.
using ImportProgress = std::function<void(std::uint64_t done, std::uint64_t total, std::uint64_t records)>;

/// Writes a record for each business of the inputs, in their order. Fails if an input cannot be opened, an output
/// cannot be written, a header or mapping is invalid, no record could be read, or because of --strict.
Result<ImportSummary> import_records(const ImportOptions& options, const ImportProgress& progress);

}  // namespace bizrec::builder
