// Any bytes as a line of `credits import`: the parser refuses it with a reason, or the line that is written from its
// values parses to the same values.
#include <cstdint>
#include <string>
#include <string_view>

#include "lmdb_builder/credits/exchange_line.hpp"
#include "t/fuzz/require.hpp"

namespace {

using namespace bizrec::builder;
using bizrec::fuzz::require;

std::string text_of(const ExchangeLine& line) {
    std::string text;
    std::visit([&text](const auto& of) { append_line(text, of); }, line);
    return text;
}

void require_in_bounds(const ExchangeCounter& counter) {
    require(counter.spent >= 0 && counter.spent <= bizrec::ledger::max_millicredits);
    require(!counter.closed || (*counter.closed >= 0 && *counter.closed <= counter.spent));
    require(bizrec::ledger::problem_of_team(counter.team).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static ExchangeParser parser;
    const auto read = parser.parse({reinterpret_cast<const char*>(data), size});
    if (!read) {
        require(!read.error().message.empty());
        return 0;
    }
    if (const auto* counter = std::get_if<ExchangeCounter>(&read.value())) {
        require_in_bounds(*counter);
    }
    const std::string text = text_of(read.value());
    require(text.find('\n') == text.size() - 1);
    const auto again = parser.parse(text);
    require(again && text_of(again.value()) == text);
    return 0;
}
