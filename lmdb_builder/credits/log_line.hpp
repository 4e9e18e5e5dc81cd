#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bizrec/ledger/millicredits.hpp"

namespace bizrec::builder {

/// Names of fields in a line of the access log.
struct LogFields {
    std::string team = "team";
    std::string rows = "rows";
    std::string credits = "credits";
    std::string charged_at = "charged_at";
    std::string request_id = "request_id";
};

/// A charged request in the access log.
struct LoggedCharge {
    std::string team;
    std::string request_id;  ///< empty if the log has none
    std::uint64_t rows = 0;
    ledger::Millicredits amount = 0;  ///< > 0
    std::int64_t unix_ms = 0;

    std::uint32_t minute() const noexcept { return static_cast<std::uint32_t>(unix_ms / 60'000); }
};

class LogLineParser {
public:
    explicit LogLineParser(LogFields fields);
    ~LogLineParser();

    enum class Kind { charge, no_charge, malformed };

    /// Parses one line, a JSON object whose values are strings or numbers. A request was not charged if the field of
    /// credits is missing, "", "-", null or 0. `charge` receives the values of a charged one. If the line is malformed,
    /// problem() says what was expected.
    Kind parse(std::string_view line, LoggedCharge& charge);

    const std::string& problem() const noexcept { return problem_; }

private:
    /// The fields' values as text.
    struct Texts {
        std::string team, rows, credits, charged_at, request_id;
    };
    bool read_object(Texts& texts);
    Kind malformed(std::string problem);
    Kind read_charge(Texts&& texts, LoggedCharge& charge);

    LogFields fields_;
    struct Parser;  // a parser of simdjson's On Demand interface
    std::unique_ptr<Parser> parser_;
    std::string padded_, problem_;
};

}  // namespace bizrec::builder
