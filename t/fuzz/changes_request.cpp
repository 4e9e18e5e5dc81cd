// For every query string the answer to a request for changes is JSON: an empty page, or a refusal with its code and
// field.
#include <simdjson.h>

#include <cstdint>
#include <string_view>

#include "bizrec/api/changes_answer.hpp"
#include "t/fuzz/require.hpp"
#include "t/fuzz/tiny_index.hpp"

using namespace bizrec;
using fuzz::require;

/// Input: the first byte says whether parsing is strict, and whether the query string begins with `since=` and the
/// served generation. The query string follows.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto generation = fuzz::make_tiny_index();
    static api::ChangesEndpoint endpoint;
    static simdjson::dom::parser parser;
    if (size == 0) {
        return 0;
    }
    std::string arguments((data[0] & 2) != 0 ? "since=" + generation->name() : "");
    arguments.append(reinterpret_cast<const char*>(data) + 1, size - 1);
    api::EndpointRequest request;
    request.generation = generation.get();
    request.strict = (data[0] & 1) != 0;
    request.arguments = arguments;
    if (endpoint.start(request)) {
        endpoint.run();
    }
    const api::Answer& answer = endpoint.answer();
    simdjson::dom::element root;
    require(parser.parse(answer.body).get(root) == simdjson::SUCCESS && answer.rows == 0);
    if (answer.status == 200) {
        require(std::string_view(root["since"]) == generation->name() && !bool(root["more"]));
        return 0;
    }
    require(answer.status == 410 || answer.status == 422);
    require(std::string_view(root["code"]) == answer.error_code && !std::string_view(root["field"]).empty());
    return 0;
}
