#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "bizrec/base/json_parser.hpp"
#include "bizrec/base/result.hpp"
#include "bizrec/ledger/ledger.hpp"

/// What edges tell each other, as JSON lines (docs/builder.md, "credits export"): amounts are integers of a thousandth
/// of a credit.
namespace bizrec::builder {

inline constexpr std::uint64_t exchange_version = 1;

/// The first line of an export.
struct ExchangeHeader {
    std::string edge_id;  ///< of the ledger
    std::int64_t exported_unix_s = 0;
    std::int64_t written_unix_s = 0;  ///< by the ledger's server, last; 0 = never
    std::uint32_t closed_minute = 0;  ///< the last one, since 1970, on which nothing is booked any more; 0 = none
};

/// What an edge has charged a team.
struct ExchangeCounter {
    std::string edge_id, team;
    ledger::Millicredits spent = 0;
    /// Of it, up to the end of the header's closed minute; for the ledger's own edge alone.
    std::optional<ledger::Millicredits> closed;
};

using ExchangeLine = std::variant<ExchangeHeader, ExchangeCounter, ledger::Grant>;

void append_line(std::string& out, const ExchangeHeader& header);
void append_line(std::string& out, const ExchangeCounter& counter);
void append_line(std::string& out, const ledger::Grant& grant);

class ExchangeParser {
public:
    /// One line, without its end. The error says what was expected; fields that this version does not know are let
    /// pass.
    Result<ExchangeLine> parse(std::string_view line);

private:
    JsonParser parser_ = make_json_parser();
};

}  // namespace bizrec::builder
