// Any bytes as the answer of a server to `lmdb_builder status`: it is refused with a reason or summarised in lines.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lmdb_builder/monitoring/http_get.hpp"
#include "lmdb_builder/monitoring/status_summary.hpp"
#include "t/fuzz/require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using bizrec::fuzz::require;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto body = bizrec::builder::body_of_answer(bytes);
    require(body || !body.error().message.empty());
    const auto summary = bizrec::builder::summarise_status(body ? body.value() : bytes, std::nullopt);
    if (!summary) {
        require(!summary.error().message.empty());
        return 0;
    }
    require(summary.value().text.find(": ") != std::string::npos && summary.value().text.back() == '\n');
    const auto again = bizrec::builder::summarise_status(body ? body.value() : bytes,
                                                         bizrec::builder::EarlierRequests{summary.value().requests, 1});
    require(again && again.value().state == summary.value().state);
    return 0;
}
