#include <simdjson.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "lmdb_builder/customers/record_columns.hpp"

namespace bizrec::builder {
namespace {

using Cells = std::vector<std::string>;

Cells cells_of(RecordColumns& columns, std::string record) {
    record.reserve(record.size() + simdjson::SIMDJSON_PADDING);
    std::vector<std::string_view> cells;
    return columns.cut(record, cells) ? Cells(cells.begin(), cells.end()) : Cells{"no object"};
}

TEST(RecordColumns, TakeTheFirstNameThatHolds) {
    RecordColumns columns({"business_name", "zip_code", "tags", "extra", "rating"});
    EXPECT_EQ(
        cells_of(
            columns,
            R"({"store_name":"Shop","business_name":"","postal_code":80331,"tags":["a",null,"b"],"extra":{"x":[1]},"rating":4.50})"),
        (Cells{"Shop", "80331", "a; b", R"({"x":[1]})", "4.5"}));
    EXPECT_EQ(cells_of(columns, R"({"brand_name":"Brand","store_name":"Shop"})"), (Cells{"Shop", "", "", "", ""}));
}

TEST(RecordColumns, TakeTextsAsJsonHasThem) {
    RecordColumns columns({"city", "city", "tags", "n"});
    EXPECT_EQ(cells_of(columns, R"({"city":"K\u00f6ln \"\\\"","tags":["",[],"\ud83d\ude00",[1,[2]]],"n":true})"),
              (Cells{"Köln \"\\\"", "Köln \"\\\"", "😀; 1; 2", "true"}));
    EXPECT_EQ(cells_of(columns, R"({"c\u0069ty":"Bonn","n":null,"tags":{}})"), (Cells{"Bonn", "Bonn", "{}", ""}))
        << "a name with an escape, and nothing of the record before";
}

/// The text of a number is in a buffer of its own. An empty list after it must not overwrite that buffer.
TEST(RecordColumns, KeepWhatAnotherNameGave) {
    RecordColumns columns({"zip_code"});
    EXPECT_EQ(cells_of(columns, R"({"postal_code":80331,"zipcode":[],"zip_code":""})"), Cells{"80331"});
}

TEST(RecordColumns, RefuseWhatIsNoObject) {
    RecordColumns columns({"city"});
    for (const char* record : {"", "[]", "1", "\"city\"", R"({"city":"Bonn")", R"({"city":})", "{\"city\":\"\xFF\"}"}) {
        EXPECT_EQ(cells_of(columns, record), Cells{"no object"}) << record;
    }
    EXPECT_EQ(cells_of(columns, "{}"), Cells{""});
}

/// Adds padding that a reader must not read as part of the record.
std::string padded(std::string_view record) {
    return std::string(record) + std::string(simdjson::SIMDJSON_PADDING, '"');
}

/// Makes valid JSON without white space, from pieces that are awkward to cut.
class RandomRecord {
public:
    explicit RandomRecord(std::uint32_t seed) : engine_(seed) {}

    std::string make() {
        std::string out = "{";
        for (std::size_t left = below(12); left > 0; --left) {
            out += (out.size() == 1 ? "\"" : ",\"") + std::string(pick(keys_)) + "\":" + value(3);
        }
        return out + "}";
    }

private:
    template <std::size_t count>
    const char* pick(const char* const (&of)[count]) {
        return of[below(count)];
    }
    std::size_t below(std::size_t limit) { return engine_() % limit; }

    std::string value(std::size_t depth) {
        switch (depth == 0 ? 0 : below(4)) {
            case 2:
                return list(depth);
            case 3:
                return object(depth);
            default:
                return pick(scalars_);
        }
    }
    std::string list(std::size_t depth) {
        std::string out = "[";
        const bool texts = below(2) == 0;
        for (std::size_t left = below(4); left > 0; --left) {
            out += (out.size() == 1 ? "" : ",") + (texts ? std::string(pick(texts_)) : value(depth - 1));
        }
        return out + "]";
    }
    std::string object(std::size_t depth) {
        std::string out = "{";
        for (std::size_t left = below(3); left > 0; --left) {
            out += (out.size() == 1 ? "\"" : ",\"") + std::string(pick(keys_)) + "\":" + value(depth - 1);
        }
        return out + "}";
    }

    static constexpr const char* keys_[] = {"business_name", "store_name",    "brand_name", "zip_code",
                                            "zipcode",       "postal_code",   "phone",      "store_phones",
                                            "city",          "tags",          "",           "x",
                                            "c\\u0069ty",    "a\\\"city\\\"", "latitude"};
    static constexpr const char* texts_[] = {R"("")",    R"("a")",      R"("b; c")", R"("\\")",
                                             R"("\"")",  R"("{[,:]}")", R"("\\\"")", R"("\ud83d\ude00")",
                                             "\"日本\"", R"("\u0000")"};
    static constexpr const char* scalars_[] = {R"("")",
                                               R"("a")",
                                               R"("Käse")",
                                               R"("\\")",
                                               R"("\"},\"")",
                                               "true",
                                               "false",
                                               "null",
                                               "0",
                                               "-0",
                                               "-7",
                                               "80331",
                                               "4.50",
                                               "1E+5",
                                               "-0.0",
                                               "1e-400",
                                               "123456789012345678",
                                               "9223372036854775807",
                                               "1234567890123456789012",
                                               "-122.41941550000001",
                                               "18446744073709551615",
                                               "\"a b\""};

    std::mt19937 engine_;
};

const std::vector<std::string> many_fields{"business_name", "zip_code", "phone", "city",    "tags",
                                           "latitude",      "x",        "",      "zip_code"};

TEST(RecordColumns, BrokenRecordsAreReadWithinTheirBytes) {
    RandomRecord records(8);
    std::mt19937 engine(9);
    RecordColumns columns(many_fields);
    std::vector<std::string_view> cells;
    for (int i = 0; i < 20000; ++i) {
        std::string record = records.make();
        for (std::size_t changes = engine() % 4; changes > 0 && !record.empty(); --changes) {
            record[engine() % record.size()] = "\"\\{}[],:1a"[engine() % 10];
        }
        record.resize(record.size() - engine() % std::min<std::size_t>(record.size() + 1, 9));
        const std::string text = padded(record);
        if (!columns.cut(std::string_view(text).substr(0, record.size()), cells)) {
            continue;
        }
        for (const std::string_view cell : cells) {
            const bool is_inside = cell.data() >= text.data() && cell.data() <= text.data() + text.size();
            ASSERT_TRUE(!is_inside || cell.data() + cell.size() <= text.data() + record.size()) << record;
        }
    }
}

}  // namespace
}  // namespace bizrec::builder
