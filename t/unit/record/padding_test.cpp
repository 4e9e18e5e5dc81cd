#include <random>

#include "lmdb_builder/record/known_fields.hpp"
#include "t/unit/record/record_support.hpp"

namespace bizrec::builder {
namespace {

/// The bytes that follow a line in its buffer must not matter: they belong to the next line, or to an earlier batch.
TEST(RecordPadding, WhatIsBehindALineIsNotRead) {
    constexpr unsigned seed = 3;
    std::mt19937 random(seed);
    RecordParser parser(machine_catalog());
    const std::string good = record_with(R"("city":"Paris","tags":["a","b"],"latitude":1.5,"longitude":2,"n":true)");
    std::size_t refused = 0;
    for (std::size_t cut = 0; cut <= good.size(); ++cut) {
        const std::string line = good.substr(0, cut);
        Record slow, fast;
        RejectReason slow_reason, fast_reason;
        const bool kept = parser.parse(line, slow, slow_reason);
        refused += kept ? 0 : 1;
        for (const std::string& behind : {good.substr(cut) + "\n" + good, std::string(64, '}'), "\n" + good,
                                          std::string(64, static_cast<char>(random() % 256))}) {
            const std::string padded = line + behind + std::string(RecordParser::line_padding, '\0');
            ASSERT_EQ(parser.parse_padded(std::string_view(padded).substr(0, cut), fast, fast_reason), kept)
                << line << " before " << behind;
            if (kept) {
                ASSERT_EQ(fast.json, slow.json);
                ASSERT_EQ(fast.labels, slow.labels);
            } else {
                ASSERT_EQ(fast_reason.code, slow_reason.code) << line << " before " << behind;
            }
        }
    }
    EXPECT_EQ(refused, good.size());
}

TEST(RecordPadding, FieldsAreFoundByTheirNamesAlone) {
    for (std::size_t i = 0; i < field_count; ++i) {
        const auto field = static_cast<Field>(i);
        const std::string name(field_name(field));
        EXPECT_EQ(find_field(name), field);
        EXPECT_EQ(find_field(name + "x"), std::nullopt);
        std::string other = name;
        other[other.size() / 2] = 'Q';
        EXPECT_EQ(find_field(other), std::nullopt);
    }
    EXPECT_EQ(find_field(""), std::nullopt);
    EXPECT_EQ(find_field("STORE_ID"), std::nullopt);
}

}  // namespace
}  // namespace bizrec::builder
