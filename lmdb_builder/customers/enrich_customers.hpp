#pragma once

#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/store/generation.hpp"
#include "lmdb_builder/customers/customer_run.hpp"
#include "lmdb_builder/customers/customer_summary.hpp"

namespace bizrec::builder {

/// The format of a table, by the name of its file without .gz and .zst: .jsonl, .ndjson and .json are JSON Lines, all
/// others CSV.
TableFormat table_format_of(const std::string& path);

/// Adds the best record of its company to each row of a table of customers. Needs memory only for a block of rows. All
/// other cells and members stay unchanged. An output file gets its name only when it is complete.
Result<CustomerSummary> enrich_customers(const store::Generation& generation, const CustomerOptions& options,
                                         const CustomerProgress& progress, const UnreadableRow& unreadable);

}  // namespace bizrec::builder
