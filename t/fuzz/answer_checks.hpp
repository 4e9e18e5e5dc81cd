#pragma once

#include <simdjson.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/api/answer.hpp"
#include "t/fuzz/require.hpp"

/// Checks of the answers of the endpoints for searches and enrichments. They hold for every request.
namespace bizrec::fuzz {

/// Checks the number of rows, the order of their scores, and that the cursor of each row is its score and id.
/// `check_row(row, score)` checks the other fields, which differ between the endpoints.
template <class CheckRow>
void check_rows(const api::Answer& answer, simdjson::dom::element root, CheckRow check_row) {
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
        require(score > 0 && score <= last && std::uint64_t(row["cursor"].at(0)) == score);
        require(std::string_view(row["cursor"].at(1)) == std::string_view(row["id"]));
        check_row(row, score);
        last = score;
    }
}

/// Checks that the body is JSON, that the status is 200, 400, 413 or 422, that the figures for the log agree with the
/// body, and that the texts for headers are printable ASCII.
template <class CheckRow>
void check_answer(const api::Answer& answer, CheckRow check_row) {
    static simdjson::dom::parser parser;
    simdjson::dom::element root;
    require(parser.parse(answer.body).get(root) == simdjson::SUCCESS);
    if (answer.status == 200) {
        check_rows(answer, root, check_row);
    } else {
        require(answer.status == 400 || answer.status == 413 || answer.status == 422);
        require(std::string_view(root["code"]) == answer.error_code);
        require(answer.rows == 0 && answer.total == 0 && answer.key.empty());
    }
    for (const std::string* header :
         {&answer.ignored_fields, &answer.ignored_words, &answer.applied_defaults, &answer.identity_note}) {
        for (const char c : *header) {
            require(c >= 0x20 && c < 0x7F);
        }
    }
}

}  // namespace bizrec::fuzz
