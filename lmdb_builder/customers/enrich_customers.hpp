#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/store/generation.hpp"
#include "lmdb_builder/customers/clue_columns.hpp"
#include "lmdb_builder/customers/company_match.hpp"

namespace bizrec::builder {

enum class TableFormat : std::uint8_t { csv, json_lines };

/// By the name, without .gz and .zst: .jsonl, .ndjson and .json are JSON Lines, all others CSV.
TableFormat table_format_of(const std::string& path);

struct CustomerOptions {
    std::string input;   ///< "-": standard input; gzip and zstd are unpacked
    std::string output;  ///< "": standard output
    TableFormat format = TableFormat::csv;
    char delimiter = ',';
    ClueColumns::Named columns;
    std::vector<std::string> fields;  ///< of the record, a column each; CSV alone
    MatchOptions match;
};

struct CustomerSummary {
    std::uint64_t rows = 0;
    std::map<MatchStatus, std::uint64_t> statuses;
    std::map<std::string, std::uint64_t> reasons;     ///< with what they quote left out
    std::map<std::string, std::uint64_t> unreadable;  ///< rows that the output does not have, by reason
    std::string columns;                              ///< ClueColumns::describe(); "" of JSON Lines
    double seconds = 0;
};

/// Bytes of the file so far, of how many (0: unknown), and rows.
using CustomerProgress = std::function<void(std::uint64_t done, std::uint64_t total, std::uint64_t rows)>;
/// A row that the output does not have: the line it begins on, and why.
using UnreadableRow = std::function<void(std::uint64_t line, const std::string& reason)>;

/// Writes each row of a table of customers with what the index knows of the company behind it, in the memory of one
/// row. Every other cell and member stays as it was. The output takes its name once it is whole.
Result<CustomerSummary> enrich_customers(const store::Generation& generation, const CustomerOptions& options,
                                         const CustomerProgress& progress, const UnreadableRow& unreadable);

/// "website: cannot use "…": it is a single word": a reason to count by.
std::string without_quotes(std::string_view reason);

std::string customer_summary_text(const CustomerSummary& summary);
std::string customer_summary_json(const CustomerSummary& summary);

}  // namespace bizrec::builder
