#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "bizrec/base/json_parser.hpp"
#include "bizrec/base/result.hpp"
#include "bizrec/ledger/ledger.hpp"

/// The lines that edges exchange, as JSON (docs/builder.md, "credits export"). Amounts are integers, in thousandths of
/// a credit.
namespace bizrec::builder {

inline constexpr std::uint64_t exchange_version = 1;

/// The first line of an export.
struct ExchangeHeader {
    std::string edge_id;  ///< ledger::About::edge_id() of the ledger
    std::int64_t exported_unix_s = 0;
    std::int64_t written_unix_s = 0;  ///< last write by the ledger's server; 0 = never
    std::uint32_t closed_minute = 0;  ///< the last minute, since 1970, that is closed to further bookings; 0 = none
};

/// The total that an edge has charged a team.
struct ExchangeCounter {
    std::string edge_id, team;
    ledger::Millicredits spent = 0;
    /// The part of `spent` up to the end of the header's closed minute; only for the ledger's own edge.
    std::optional<ledger::Millicredits> closed;
};

using ExchangeLine = std::variant<ExchangeHeader, ExchangeCounter, ledger::Grant>;

void append_line(std::string& out, const ExchangeHeader& header);
void append_line(std::string& out, const ExchangeCounter& counter);
void append_line(std::string& out, const ledger::Grant& grant);

class ExchangeParser {
public:
    /// Parses one line, without its line end. The error says what was expected. Unknown fields are ignored.
    Result<ExchangeLine> parse(std::string_view line);

private:
    JsonParser parser_ = make_json_parser();
};

}  // namespace bizrec::builder
