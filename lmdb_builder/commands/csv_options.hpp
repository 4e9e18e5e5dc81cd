#pragma once

#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/import/csv_rows.hpp"

namespace bizrec::builder {

/// --delimiter and --encoding.
Options csv_options(CsvOptions& options);

}  // namespace bizrec::builder
