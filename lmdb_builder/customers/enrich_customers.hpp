#pragma once

#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/store/generation.hpp"
#include "lmdb_builder/customers/customer_run.hpp"
#include "lmdb_builder/customers/customer_summary.hpp"

namespace bizrec::builder {

/// By the name, without .gz and .zst: .jsonl, .ndjson and .json are JSON Lines, all others CSV.
TableFormat table_format_of(const std::string& path);

/// Writes each row of a table of customers with what the index knows of the company behind it, in the memory of a block
/// of rows. Every other cell and member stays as it was. The output takes its name once it is whole.
Result<CustomerSummary> enrich_customers(const store::Generation& generation, const CustomerOptions& options,
                                         const CustomerProgress& progress, const UnreadableRow& unreadable);

}  // namespace bizrec::builder
