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
    std::string rejects_path;         ///< "": nowhere
    bool strict = false;              ///< the first reject ends the import, and nothing is left behind
    RejectLimit reject_limit;
    bool allow_truncated = false;  ///< packed inputs that are cut off or damaged: what came before the damage stays
    bool keep_closed = false;
    std::size_t max_record_bytes = RecordParser::default_max_bytes;  ///< of a record; above: a reject
    std::string mapping_path;                                        ///< csv, json; "": none
    CsvOptions csv;                                                  ///< csv
    Decimal decimal = Decimal::unknown;                              ///< csv
    std::string name_space = "csv";                                  ///< csv, json: where ids are derived
    std::string list;                                                ///< json: the member that holds the elements
};

struct ImportSummary {
    using Counts = std::map<std::string, std::uint64_t>;

    std::uint64_t read = 0;  ///< = written + all of left_out + all of rejected
    std::uint64_t written = 0;
    Counts left_out;   ///< good ones that are not wanted, by reason
    Counts rejected;   ///< by code
    Counts set_aside;  ///< values that the builder would refuse, by "field: code"; their records are written
    Counts dialects;   ///< csv: how the inputs were read: "comma, UTF-8"
    std::vector<std::string> never_found;  ///< json: paths of the mapping that no element has
    FactCounts facts;                      ///< of the records written
    FieldCounts fields;                    ///< of the records written: what `build` will read of them
    double seconds = 0;
    std::uint64_t peak_memory_bytes = 0;  ///< of the process
};

/// Bytes of the input under way that are read, its size (0: unknown), and businesses read of all inputs.
using ImportProgress = std::function<void(std::uint64_t done, std::uint64_t total, std::uint64_t records)>;

/// Writes a record for each business of the inputs, in their order. Errors: an input cannot be opened, an output
/// cannot be written, a header or mapping is no good, nothing could be read as a record, or --strict.
Result<ImportSummary> import_records(const ImportOptions& options, const ImportProgress& progress);

}  // namespace bizrec::builder
