// Any bytes as a line of the access log: the charge that it reports is within bounds, and another JSON parser reads the
// same values.
#include <simdjson.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/ledger/ledger.hpp"
#include "lmdb_builder/credits/log_line.hpp"
#include "t/fuzz/require.hpp"

namespace {

using namespace bizrec::builder;
using bizrec::fuzz::require;
using Kind = LogLineParser::Kind;

/// Whether a member of that name has this text. A name may occur twice, so every member of that name is tried. Also
/// true if such a member is no text, or if `text` is "".
bool has_text(const simdjson::dom::object& object, const char* name, const std::string& text) {
    for (const auto& [key, value] : object) {
        std::string_view of;
        if (key == name && (value.get_string().get(of) != simdjson::SUCCESS || of == text)) {
            return true;
        }
    }
    return text.empty();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static LogLineParser parser{LogFields{}};
    const std::string line(reinterpret_cast<const char*>(data), size);
    LoggedCharge charge;
    const Kind kind = parser.parse(line, charge);
    require(kind != Kind::malformed || !parser.problem().empty());
    LoggedCharge again;
    require(parser.parse(line, again) == kind);
    if (kind != Kind::charge) {
        return 0;
    }
    require(charge.amount > 0 && charge.amount <= bizrec::ledger::max_millicredits);
    require(bizrec::ledger::problem_of_team(charge.team).empty());
    require(charge.unix_ms >= 0 && charge.unix_ms / 60'000 == charge.minute());
    require(again.team == charge.team && again.amount == charge.amount && again.unix_ms == charge.unix_ms);
    simdjson::dom::parser other;
    simdjson::dom::object object;
    if (other.parse(line).get_object().get(object) == simdjson::SUCCESS) {
        require(has_text(object, "team", charge.team) && has_text(object, "request_id", charge.request_id));
    }
    return 0;
}
