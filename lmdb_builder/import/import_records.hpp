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
#include "lmdb_builder/record/rejects.hpp"

namespace bizrec::builder {

enum class ImportFormat { records, alltheplaces, csv, json, overture, foursquare };

struct ImportOptions {
    ImportFormat format = ImportFormat::records;
    std::vector<std::string> inputs;  ///< "-": standard input
    std::string output;               ///< "": standard output
    std::string rejects_path;         ///< file of the rejected businesses; "": it is not written
    bool strict = false;              ///< the first reject ends the import and leaves no output
    RejectLimit reject_limit;
    bool allow_truncated = false;  ///< truncated or damaged compressed inputs: the records before the damage are kept
    bool keep_closed = false;
    std::size_t max_record_bytes = RecordParser::default_max_bytes;  ///< a larger record is rejected
    std::string mapping_path;                                        ///< of ImportFormat csv and json; "": no mapping
    CsvOptions csv;                                                  ///< of ImportFormat csv
    Decimal decimal = Decimal::unknown;                              ///< of ImportFormat csv
    std::string name_space = "csv";  ///< of ImportFormat csv and json: namespace of derived ids
    std::string list;                ///< of ImportFormat json: as for make_json_importer()
};

struct ImportSummary {
    using Counts = std::map<std::string, std::uint64_t>;

    std::uint64_t read = 0;  ///< = written + all of left_out + all of rejected
    std::uint64_t written = 0;
    Counts left_out;   ///< businesses that are left out, by reason: "closed"
    Counts rejected;   ///< number of rejected businesses, by reject code
    Counts set_aside;  ///< values that the builder would refuse, by "field: code"; written under other names
    Counts dialects;   ///< of ImportFormat csv: the detected formats of the inputs: "comma, UTF-8"
    std::vector<std::string> never_found;  ///< of ImportFormat json: paths of the mapping that never had a value
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
