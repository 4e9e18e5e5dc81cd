// Whatever ids a client asks for, the answer is JSON: an object of records that it has asked for, or a refusal.
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "bizrec/api/records_answer.hpp"
#include "t/fuzz/require.hpp"
#include "t/fuzz/tiny_index.hpp"

using namespace bizrec;
using fuzz::require;

/// The first byte: strict or not; then the query string up to a line feed, then the body.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto generation = fuzz::make_tiny_index();
    static api::RecordsEndpoint endpoint;
    static simdjson::dom::parser parser;
    if (size == 0) {
        return 0;
    }
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::size_t end = std::min(text.find('\n'), text.size());
    api::EndpointRequest request;
    request.generation = generation.get();
    request.strict = (data[0] & 1) != 0;
    request.arguments = text.substr(0, end);
    request.body = text.substr(std::min(end + 1, text.size()));
    if (endpoint.start(request)) {
        endpoint.run();
    }
    const api::Answer& answer = endpoint.answer();
    simdjson::dom::element root;
    require(parser.parse(answer.body).get(root) == simdjson::SUCCESS);
    if (answer.status != 200) {
        require(answer.status == 400 || answer.status == 422);
        require(std::string_view(root["code"]) == answer.error_code && answer.rows == 0);
        return 0;
    }
    std::size_t rows = 0;
    for (const auto member : simdjson::dom::object(root)) {
        require(std::string_view(member.value["store_id"]) == member.key);
        ++rows;
    }
    require(rows == answer.rows && answer.unknown_ids && rows + *answer.unknown_ids <= api::max_record_ids);
    return 0;
}
