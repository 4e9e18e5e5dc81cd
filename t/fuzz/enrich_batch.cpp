// Whatever a client sends as a batch, the answer is a refusal or an array with an answer for each item, and the figures
// for the log agree with it.
#include <simdjson.h>

#include <cstdint>
#include <string_view>

#include "bizrec/api/enrich_batch.hpp"
#include "t/fuzz/require.hpp"
#include "t/fuzz/tiny_index.hpp"

using namespace bizrec;
using fuzz::require;

namespace {

void check_items(const api::Answer& answer, simdjson::dom::array items) {
    std::uint64_t rows = 0;
    for (const simdjson::dom::element item : items) {
        const std::uint64_t status = item["status"];
        require(status == 200 || status == 422);
        if (status == 200) {
            rows += simdjson::dom::array(item["rows"]).size();
        } else {
            require(!std::string_view(item["code"]).empty() && !std::string_view(item["error"]).empty());
        }
    }
    require(items.size() >= 1 && items.size() <= api::max_batch_items);
    require(rows == answer.rows && rows <= answer.total);
}

}  // namespace

/// The first byte: strict or not, and the steps that start() may take.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto generation = fuzz::make_tiny_index();
    static api::EnrichBatchEndpoint endpoint;
    static simdjson::dom::parser parser;
    if (size == 0) {
        return 0;
    }
    api::EndpointRequest request;
    request.generation = generation.get();
    request.strict = (data[0] & 1) != 0;
    request.inline_steps = std::uint64_t{data[0]} * 64;
    request.body = std::string_view(reinterpret_cast<const char*>(data) + 1, size - 1);
    if (endpoint.start(request)) {
        endpoint.run();
    }
    const api::Answer& answer = endpoint.answer();
    simdjson::dom::element root;
    require(parser.parse(answer.body).get(root) == simdjson::SUCCESS);
    if (answer.status == 200) {
        check_items(answer, root);
    } else {
        require(answer.status == 400 || answer.status == 413 || answer.status == 422);
        require(std::string_view(root["code"]) == answer.error_code && answer.rows + answer.total == 0);
    }
    return 0;
}
