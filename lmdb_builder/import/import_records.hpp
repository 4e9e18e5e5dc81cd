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
    std::string list;                                                ///< json: as for make_json_importer()
};

struct ImportSummary {
    using Counts = std::map<std::string, std::uint64_t>;

    std::uint64_t read = 0;  ///< = written + all of left_out + all of rejected
    std::uint64_t written = 0;
    Counts left_out;   ///< businesses that are left out, by reason: "closed"
    Counts rejected;   ///< by code
    Counts set_aside;  ///< values that the builder would refuse, by "field: code"; written under other names
    Counts dialects;   ///< csv: the detected formats of the inputs: "comma, UTF-8"
    std::vector<std::string> never_found;  ///< json: paths of the mapping without a value in any element
    FactCounts facts;                      ///< of the written records
    FieldCounts fields;                    ///< of the written records: the fields that `build` will read
    double seconds = 0;
    std::uint64_t peak_memory_bytes = 0;  ///< of the process
};

/// Called with the bytes read of the current input, its size (0: unknown), and the number of businesses read from all
/// inputs.
using ImportProgress = std::function<void(std::uint64_t done, std::uint64_t total, std::uint64_t records)>;

/// Writes the records of all inputs, in the order of the inputs. Fails if an input cannot be read, an output cannot be
/// written, or a header or mapping is invalid. Fails if businesses were rejected and no record was written, if there
/// are more rejects than `reject_limit` allows, and with `strict` at the first reject.
Result<ImportSummary> import_records(const ImportOptions& options, const ImportProgress& progress);

}  // namespace bizrec::builder
