#include "lmdb_builder/credits/log_line.hpp"

#include <simdjson.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "bizrec/base/numbers.hpp"
#include "bizrec/ledger/ledger.hpp"
#include "bizrec/text/utf8.hpp"
#include "bizrec/text/visible.hpp"

namespace bizrec::builder {
namespace {

namespace ondemand = simdjson::ondemand;

/// The text of a string, or the digits of a number as written: never converted to a double. Empty for any other value.
simdjson::error_code read_text(ondemand::value value, std::string& out) {
    ondemand::json_type type{};
    if (const auto error = value.type().get(type); error != simdjson::SUCCESS) {
        return error;
    }
    std::string_view text;
    if (type == ondemand::json_type::string) {
        const auto error = value.get_string().get(text);
        out = text;
        return error;
    }
    if (type == ondemand::json_type::number) {
        text = value.raw_json_token();
        out = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
    }
    return simdjson::SUCCESS;
}

std::string expected(const std::string& field, const char* what, std::string_view got) {
    return "\"" + field + "\": " + what + " was expected, \"" + text::visible_start(got) + "\" came";
}

/// The beginning of the last minute whose number fits into 32 bits.
constexpr std::int64_t last_unix_ms = std::int64_t{std::numeric_limits<std::uint32_t>::max()} * 60'000;

}  // namespace

struct LogLineParser::Parser : ondemand::parser {};

LogLineParser::LogLineParser(LogFields fields) : fields_(std::move(fields)), parser_(std::make_unique<Parser>()) {}

LogLineParser::~LogLineParser() = default;

bool LogLineParser::read_object(Texts& texts) {
    const std::pair<const std::string*, std::string*> wanted[] = {{&fields_.team, &texts.team},
                                                                  {&fields_.rows, &texts.rows},
                                                                  {&fields_.credits, &texts.credits},
                                                                  {&fields_.charged_at, &texts.charged_at},
                                                                  {&fields_.request_id, &texts.request_id}};
    const std::size_t size = padded_.size();
    padded_.append(simdjson::SIMDJSON_PADDING, ' ');
    ondemand::document document;
    ondemand::object object;
    if (parser_->iterate(padded_.data(), size, padded_.size()).get(document) != simdjson::SUCCESS ||
        document.get_object().get(object) != simdjson::SUCCESS) {
        return false;
    }
    for (auto member : object) {
        std::string_view name;
        ondemand::value value;
        if (member.unescaped_key().get(name) != simdjson::SUCCESS || member.value().get(value) != simdjson::SUCCESS) {
            return false;
        }
        for (const auto& [field, text] : wanted) {
            if (name == *field && read_text(value, *text) != simdjson::SUCCESS) {
                return false;
            }
        }
    }
    return document.current_location().error() == simdjson::OUT_OF_BOUNDS;  // no text follows the object
}

LogLineParser::Kind LogLineParser::malformed(std::string problem) {
    problem_ = std::move(problem);
    return Kind::malformed;
}

LogLineParser::Kind LogLineParser::read_charge(Texts&& texts, LoggedCharge& charge) {
    const auto amount = ledger::parse_credits(texts.credits);
    if (!amount || *amount < 0) {
        return malformed(expected(fields_.credits, "an amount of credits", texts.credits));
    }
    if (*amount == 0) {
        return Kind::no_charge;
    }
    if (!ledger::problem_of_team(texts.team).empty()) {
        return malformed(expected(fields_.team, "the team that was charged", texts.team));
    }
    if (!bizrec::read_whole_number(texts.rows, charge.rows)) {
        return malformed(expected(fields_.rows, "a number of rows", texts.rows));
    }
    const auto unix_ms = ledger::parse_credits(texts.charged_at);  // a decimal number in thousandths, like an amount
    if (!unix_ms || *unix_ms < 0 || *unix_ms > last_unix_ms) {
        return malformed(expected(fields_.charged_at, "Unix seconds with three decimals", texts.charged_at));
    }
    charge.team = std::move(texts.team);
    charge.request_id = std::move(texts.request_id);
    charge.amount = *amount;
    charge.unix_ms = *unix_ms;
    return Kind::charge;
}

LogLineParser::Kind LogLineParser::parse(std::string_view line, LoggedCharge& charge) {
    padded_ = line;
    if (!text::is_valid_utf8(line)) {  // nginx logs a client's bytes unchanged: invalid UTF-8 must not hide a charge
        std::replace_if(
            padded_.begin(), padded_.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }, '?');
    }
    Texts texts;
    if (!read_object(texts)) {
        return malformed("a JSON object was expected");
    }
    return texts.credits.empty() || texts.credits == "-" ? Kind::no_charge : read_charge(std::move(texts), charge);
}

}  // namespace bizrec::builder
