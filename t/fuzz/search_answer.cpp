// Whatever a client sends, the answer is JSON, its status one of four, and its figures agree with its body.
#include <simdjson.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bizrec/api/search_answer.hpp"
#include "t/fuzz/tiny_index.hpp"

namespace {

using namespace bizrec;

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void check_rows(const api::Answer& answer, simdjson::dom::element root) {
    simdjson::dom::object envelope;
    if (root.get(envelope) == simdjson::SUCCESS) {
        require(std::uint64_t(envelope["total_count"]) == answer.total);
        root = simdjson::dom::element(envelope["data"]);
    }
    simdjson::dom::array rows;
    require(root.get(rows) == simdjson::SUCCESS);
    require(rows.size() == answer.rows && answer.rows <= 50 && answer.rows <= answer.total);
    std::uint64_t last = UINT64_MAX;
    for (const simdjson::dom::element row : rows) {
        const std::uint64_t score = row["match_score"];
        require(score > 0 && score <= last && score < 1U << 24 && std::uint64_t(row["cursor"].at(0)) == score);
        require(std::string_view(row["cursor"].at(1)) == std::string_view(row["id"]));
        require(row["place_id"].is_string());
        last = score;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto generation = fuzz::make_tiny_index();
    static api::SearchEndpoint endpoint;
    static simdjson::dom::parser parser;
    if (size == 0) {
        return 0;
    }
    const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);
    std::uint64_t work = 0;
    if (endpoint.prepare(*generation, body, (data[0] & 1) != 0, 50, work)) {
        endpoint.run();
    }
    const api::Answer& answer = endpoint.answer();
    simdjson::dom::element root;
    require(parser.parse(answer.body).get(root) == simdjson::SUCCESS);
    if (answer.status == 200) {
        check_rows(answer, root);
    } else {
        require(answer.status == 400 || answer.status == 413 || answer.status == 422);
        require(std::string_view(root["code"]) == answer.error_code);
        require(answer.rows == 0 && answer.total == 0);
    }
    for (const std::string* header : {&answer.ignored_fields, &answer.applied_defaults, &answer.identity_note}) {
        for (const char c : *header) {
            require(c >= 0x20 && c < 0x7F);
        }
    }
    return 0;
}
