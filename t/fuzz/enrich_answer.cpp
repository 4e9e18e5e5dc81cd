// For every request the answer is JSON, its status is 200, 400, 413 or 422, and its figures for the log agree with its
// body.
#include <simdjson.h>

#include <cstdint>
#include <string_view>

#include "bizrec/api/enrich_answer.hpp"
#include "t/fuzz/answer_checks.hpp"
#include "t/fuzz/tiny_index.hpp"

using namespace bizrec;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto generation = fuzz::make_tiny_index();
    static api::EnrichEndpoint endpoint;
    if (size == 0) {
        return 0;
    }
    const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);
    const api::Answer& answer = endpoint.answer(*generation, body, (data[0] & 1) != 0);
    fuzz::check_answer(answer, [](simdjson::dom::element, std::uint64_t) {});
    return 0;
}
