#pragma once

#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/import/csv_rows.hpp"

namespace bizrec::builder {

/// The options --delimiter and --encoding of commands that read CSV.
Options csv_options(CsvOptions& options);

}  // namespace bizrec::builder
