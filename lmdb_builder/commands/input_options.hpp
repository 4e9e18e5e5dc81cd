#pragma once

#include <string>
#include <string_view>

#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/import/csv_rows.hpp"
#include "lmdb_builder/record/rejects.hpp"

namespace bizrec::builder {

/// Parses "20", a number of records, or "0.5%", a share of the records read, from 0% to 100%. Returns false for any
/// other text; `limit` is then unchanged.
bool read_reject_limit(std::string_view text, RejectLimit& limit) noexcept;

/// The values of --strict and --max-rejects, as the user gave them.
struct RejectArguments {
    std::string max_rejects;
    bool strict = false;
};
Options reject_options(RejectArguments& to, const char* strict_help);
RejectLimit reject_limit(const RejectArguments& arguments);

/// The option --allow-truncated.
Option truncated_option(bool& allow_truncated);

/// The options --delimiter and --encoding of commands that read CSV.
Options csv_options(CsvOptions& options);

}  // namespace bizrec::builder
