// Cells of records are cut from their bytes: a parser of JSON, which reads each record whole, is the oracle.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <random>

#include "lmdb_builder/customers/record_columns.hpp"
#include "lmdb_builder/input/line_reader.hpp"

namespace bizrec::builder {
namespace {

using Cells = std::vector<std::string_view>;

/// With padding behind that no reader may take for more of the record.
std::string padded(std::string_view record) {
    return std::string(record) + std::string(RecordColumns::padding, '"');
}

class Compared {
public:
    explicit Compared(const std::vector<std::string>& fields) : cut_(fields), parsed_(fields) {}

    /// `record`: padding bytes behind it are readable.
    void expect_same(std::string_view record) {
        const bool good = cut_.cut(record, cells_);
        ASSERT_EQ(good, parsed_.cut_parsed(record, wanted_)) << record;
        if (good) {
            ASSERT_EQ(cells_, wanted_) << record;
        }
    }

private:
    RecordColumns cut_, parsed_;
    Cells cells_, wanted_;
};

TEST(RecordColumns, TakeTheFirstNameThatHolds) {
    RecordColumns columns({"business_name", "zip_code", "tags", "extra", "rating"});
    std::string record =
        R"({"store_name":"Shop","business_name":"","postal_code":80331,"tags":["a",null,"b"],"extra":{"x":[1]},"rating":4.50})";
    record.reserve(record.size() + simdjson::SIMDJSON_PADDING);
    std::vector<std::string_view> cells;
    ASSERT_TRUE(columns.cut(record, cells));
    EXPECT_EQ(cells, (std::vector<std::string_view>{"Shop", "80331", "a; b", R"({"x":[1]})", "4.5"}));
    std::string other = R"({"brand_name":"Brand","store_name":"Shop"})";
    other.reserve(other.size() + simdjson::SIMDJSON_PADDING);
    ASSERT_TRUE(columns.cut(other, cells));
    EXPECT_EQ(cells, (std::vector<std::string_view>{"Shop", "", "", "", ""}));
}

/// Valid JSON without white space, from pieces that are awkward to cut.
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

TEST(RecordColumns, RandomRecordsAreCutAsTheyAreParsed) {
    RandomRecord records(7);
    Compared compared(many_fields);
    for (int i = 0; i < 30000; ++i) {
        const std::string record = records.make();
        const std::string text = padded(record);
        ASSERT_NO_FATAL_FAILURE(compared.expect_same(std::string_view(text).substr(0, record.size())));
    }
}

TEST(RecordColumns, BrokenRecordsAreReadWithinTheirBytes) {
    RandomRecord records(8);
    std::mt19937 engine(9);
    RecordColumns columns(many_fields);
    Cells cells;
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

TEST(RecordColumns, RealRecordsAreCutAsTheyAreParsed) {
    const char* data = std::getenv("BIZREC_DATA");
    if (data == nullptr) {
        GTEST_SKIP() << "BIZREC_DATA is not set";
    }
    std::vector<std::string> fields = RecordColumns::usual();
    fields.insert(fields.end(),
                  {"social_media_links", "business_categories", "latitude", "google_rating", "root_domain"});
    Compared compared(fields);
    for (const auto& entry : std::filesystem::directory_iterator(data + std::string("/records"))) {
        auto reader = LineReader::open(entry.path());
        ASSERT_TRUE(reader) << reader.error().message;
        std::string_view line;
        while (reader.value()->next(line) == LineReader::Next::line) {
            const std::string text = padded(line);
            ASSERT_NO_FATAL_FAILURE(compared.expect_same(std::string_view(text).substr(0, line.size())));
        }
    }
}

TEST(JsonQuotes, AreThoseThatOpenAndCloseStrings) {
    std::mt19937 engine(3);
    JsonQuotes quotes;
    for (int i = 0; i < 20000; ++i) {
        std::string json(engine() % 200, '\0');
        const unsigned kinds = i % 2 == 0 ? 4 : 3;  // without escapes, too
        std::generate(json.begin(), json.end(), [&] { return "a\"b\\"[engine() % kinds]; });
        std::vector<std::uint32_t> wanted;
        for (std::uint32_t at = 0; at < json.size(); ++at) {
            if (json[at] == '"') {
                wanted.push_back(at);
            }
            at += json[at] == '\\' ? 1 : 0;
        }
        const std::string text = padded(json);
        quotes.find(std::string_view(text).substr(0, json.size()));
        ASSERT_EQ(std::vector<std::uint32_t>(quotes.begin(), quotes.end()), wanted) << json;
        ASSERT_EQ(quotes.has_escapes(), json.find('\\') != std::string::npos);
    }
}

}  // namespace
}  // namespace bizrec::builder
