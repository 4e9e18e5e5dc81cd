#include "t/unit/api/search_rows.hpp"

#include <simdjson.h>

namespace bizrec::api {
namespace {

std::string members_of(simdjson::dom::object object) {
    std::string names;
    for (const auto member : object) {
        names += std::string(member.key) + ' ';
    }
    return names;
}

ReadRow read_row(simdjson::dom::object row) {
    EXPECT_EQ(members_of(row), "id place_id match_score cursor ");
    ReadRow read;
    read.id = std::string_view(row["id"]);
    read.place_id = std::string_view(row["place_id"]);
    read.score = double(row["match_score"]);
    const simdjson::dom::array cursor = row["cursor"];
    EXPECT_EQ(cursor.size(), 2U);
    EXPECT_EQ(double(cursor.at(0)), read.score);
    EXPECT_EQ(std::string_view(cursor.at(1)), read.id);
    EXPECT_GT(read.score, 0);
    EXPECT_LT(read.score, 1 << 24);
    EXPECT_EQ(static_cast<double>(static_cast<float>(read.score)), read.score);
    read.cursor = simdjson::minify(cursor);
    return read;
}

}  // namespace

ReadAnswer read_answer(const Answer& answer) {
    ReadAnswer read;
    simdjson::dom::parser parser;
    simdjson::dom::element root;
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.error_code, "");
    EXPECT_EQ(answer.key, "");
    if (parser.parse(answer.body).get(root) != simdjson::SUCCESS || answer.status != 200) {
        ADD_FAILURE() << answer.body;
        return read;
    }
    simdjson::dom::object envelope;
    if (root.get(envelope) == simdjson::SUCCESS) {
        EXPECT_EQ(members_of(envelope), "data total_count ");
        read.total = envelope["total_count"];
        EXPECT_EQ(static_cast<std::uint64_t>(read.total), answer.total);
        root = simdjson::dom::element(envelope["data"]);
    }
    for (const simdjson::dom::element row : simdjson::dom::array(root)) {
        read.rows.push_back(read_row(row));
    }
    EXPECT_EQ(read.rows.size(), answer.rows);
    EXPECT_EQ(read.ids().size(), read.rows.size());
    for (std::size_t i = 1; i < read.rows.size(); ++i) {
        EXPECT_GE(read.rows[i - 1].score, read.rows[i].score);
    }
    return read;
}

}  // namespace bizrec::api
