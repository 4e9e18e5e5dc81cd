#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "lmdb_builder/customers/company_match.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {

/// The results of a table's rows.
struct CustomerSummary {
    std::uint64_t rows = 0;
    std::array<std::uint64_t, match_status_count> statuses{};  ///< by MatchStatus
    ReasonCounts reasons;                                      ///< rows by reason, without the quoted values
    ReasonCounts unreadable;                                   ///< rows that could not be read, by reason
    std::string dialect;                                       ///< of CSV: "comma, UTF-8"
    std::string columns;                                       ///< ClueColumns::describe(); "" for JSON Lines
    double seconds = 0;

    void count(const CompanyMatch& match);

private:
    std::string reason_;  // memory reused by count()
};

/// Overwrites `out` with the reason, in which "…" replaces everything between the first and the last quotation mark, so
/// that reasons can be counted: `website: cannot use "…": it is a single word`.
void without_quotes(std::string_view reason, std::string& out);

std::string customer_summary_text(const CustomerSummary& summary);
std::string customer_summary_json(const CustomerSummary& summary);

}  // namespace bizrec::builder
