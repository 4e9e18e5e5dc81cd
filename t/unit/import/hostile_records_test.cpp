// For any record: if `build` keeps it, `verify` accepts it and the index returns it byte for byte. Otherwise an index
// could be built and then not be published, as once because of an integer of 65 bits in an unused field.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "bizrec/format/content_decoder.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/store/generation.hpp"
#include "lmdb_builder/import/import_records.hpp"
#include "lmdb_builder/stages/build_index.hpp"
#include "t/unit/support/catalog_fixture.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

std::string id_of(std::size_t number) {
    char id[48];
    std::snprintf(id, sizeof id, "c0000000-0000-4000-8000-%012zu", number);
    return id;
}

std::string record(std::size_t number, const std::string& members) {
    return R"({"store_id":")" + id_of(number) + '"' + (members.empty() ? "" : ",") + members + "}";
}

std::string nested(std::size_t levels, const std::string& inside) {
    return std::string(levels, '[') + inside + std::string(levels, ']');
}

/// Members that are served unchanged.
std::vector<std::string> harmless_members() {
    std::vector<std::string> all;
    for (const std::string& number :
         {std::string("18446744073709551615"), std::string("18446744073709551616"), std::string("-9223372036854775808"),
          std::string("-9223372036854775809"), std::string("123456789012345678901234567890"), std::string(308, '9'),
          "1" + std::string(308, '0'), std::string("1.7976931348623157e308"), std::string("1E+5"),
          std::string("1e-400"), std::string("-0"), std::string("-0.0"), std::string("-0e0"), std::string("0e999"),
          std::string("1.50"), std::string("0.001e310"), std::string(400, '1') + "e-300",
          "0." + std::string(400, '0') + "1", "1." + std::string(2000, '3')}) {
        all.push_back("\"seats\":" + number);
        all.push_back("\"seats\":{\"a\":[1,[" + number + "," + number + "]]}");
    }
    for (const char* text :
         {R"("")", R"(" ")", R"("\u0000")", R"("a\u0000b")", R"("\"\\\/\b\f\n\r\t")", R"("\ud83d\ude00")",
          R"("\u202e\u009b\u2028")", "\"\xE2\x80\xAE\xC2\x9B\xE2\x80\xA8\x7F\"", "\"日本 é\"", "\"\xF4\x8F\xBF\xBF\"",
          "\"\xEF\xBF\xBF\"", R"("8140d7ef-382a-5649-b391-841fe8febcfb")"}) {
        all.push_back("\"note\":" + std::string(text));
        all.push_back(std::string(text) + ":null");
        all.push_back("\"phone\":null," + std::string(text) + ":[true,false,{}]");
    }
    all.push_back("\"x\":1,\"x\":2,\"x\":{\"x\":1,\"x\":1}");
    all.push_back("\"a\":" + nested(63, "") + ",\"b\":" + nested(63, "1"));
    all.push_back("\"a\":" + nested(62, "{\"\":18446744073709551616}"));
    all.push_back("\"" + std::string(70000, 'k') + "\":1");
    all.push_back("\"long\":null,\"note\":\"" + std::string(300000, 'x') + "\"");
    all.push_back(
        "\"latitude\":-0,\"longitude\":-0.0,\"num_stores\":-0,\"google_rating\":-0.0,\"yelp_reviews_count\":-0");
    all.push_back("\"latitude\":-0,\"longitude\":-180,\"num_stores\":4294967294,\"price_tier\":4.0");
    all.push_back("\"google_reviews_count\":18446744073709551615,\"yelp_reviews_count\":18446744073709551615");
    all.push_back("\"google_reviews_count\":9223372036854775808,\"yelp_reviews_count\":1.8446744073709550e19");
    all.push_back("\"business_name\":\"" + std::string(5000, 'w') + "\",\"tags\":[\"\",null,\" \",\"\\u200b\"]");
    return all;
}

/// Members whose whole record is rejected, each with the reject code.
std::vector<std::pair<std::string, const char*>> refused_members() {
    return {{"\"seats\":1e309", "out_of_range"},
            {"\"seats\":" + std::string(400, '9'), "out_of_range"},
            {"\"seats\":[-1e999,01]", "invalid_json"},
            {"\"seats\":01", "invalid_json"},
            {"\"seats\":1.", "invalid_json"},
            {"\"seats\":.5", "invalid_json"},
            {"\"seats\":+1", "invalid_json"},
            {"\"seats\":18446744073709551616x", "invalid_json"},
            {"\"seats\":Infinity", "invalid_json"},
            {"\"note\":\"\\ud800\"", "invalid_json"},
            {"\"note\":\"\\udc00\\ud800\"", "invalid_json"},
            {"\"note\":\"\\x41\"", "invalid_json"},
            {"\"note\":\"\xED\xA0\x80\"", "invalid_utf8"},
            {"\"a\":" + nested(64, ""), "too_deep"},
            {"\"a\":" + nested(2000, "1"), "too_deep"},
            {"\"a\":" + nested(2000, "1e999"), "too_deep"},
            {"\"note\":\"" + std::string(1100000, 'x') + "\"", "record_too_large"},
            {"\"num_stores\":4294967295", "out_of_range"},
            {"\"num_stores\":18446744073709551616", "out_of_range"},
            {"\"google_reviews_count\":18446744073709551616", "out_of_range"},
            {"\"google_reviews_count\":-1", "out_of_range"},
            {"\"price_tier\":-0", "out_of_range"}};
}

/// `count` random combinations of pieces that parsers trip over. Most are not JSON.
std::vector<std::string> random_members(std::uint32_t seed, std::size_t count) {
    std::mt19937 random(seed);
    const std::vector<std::string> pieces = {"18446744073709551616",
                                             "1e308",
                                             "1e309",
                                             "9",
                                             "0",
                                             "-",
                                             "+",
                                             ".",
                                             "e",
                                             "E",
                                             "\"",
                                             "\"",
                                             "\\",
                                             "\\u",
                                             "d800",
                                             "\\ud83d\\ude00",
                                             "\\u0000",
                                             "[",
                                             "]",
                                             "{",
                                             "}",
                                             ":",
                                             ",",
                                             "\"a\":",
                                             "null",
                                             "true",
                                             " ",
                                             "\t",
                                             "\xC2\x9B",
                                             "\xE2\x80\xAE",
                                             "\xFF",
                                             "[[[[[[[[[[[[[[[[",
                                             "]]]]]]]]]]]]]]]]",
                                             "1234567890123456789012",
                                             "\"x\":[",
                                             "]"};
    std::vector<std::string> all;
    for (std::size_t i = 0; i < count; ++i) {
        std::string members = "\"r\":";
        for (std::size_t n = 1 + random() % 6; n > 0; --n) {
            members += pieces[random() % pieces.size()];
        }
        all.push_back(members);
    }
    return all;
}

class HostileRecords : public ::testing::Test {
protected:
    std::vector<std::string> lines() {
        std::vector<std::string> lines;
        for (const std::string& members : harmless_members()) {
            kept_.push_back(record(lines.size(), members));
            lines.push_back(kept_.back());
        }
        for (const auto& [members, code] : refused_members()) {
            ++refused_[code];
            lines.push_back(record(lines.size(), members));
        }
        return lines;
    }

    static BuildOptions options(const std::string& input, const std::string& output) {
        BuildOptions options;
        options.inputs = {input};
        options.output = output;
        options.overwrite = true;
        return options;
    }

    /// The records of a valid index by id, as they are served.
    static std::map<std::string, std::string> served(const std::string& path) {
        const auto opened = store::Generation::open(path, store::Generation::Check::hash);
        EXPECT_TRUE(opened) << opened.error().message;
        std::map<std::string, std::string> records;
        if (!opened) {
            return records;
        }
        const store::Generation& generation = *opened.value();
        const Status sound = store::verify_structure(generation);
        EXPECT_TRUE(sound) << sound.error().message;
        for (std::uint32_t docid = 0; docid < generation.documents(); ++docid) {
            std::string row;
            EXPECT_TRUE(generation.append_row_head(docid, row));
            records[row.substr(format::row_id_offset, format::uuid_characters)] =
                row.substr(format::row_content_offset);
        }
        return records;
    }

    void expect_kept(const std::map<std::string, std::string>& records) {
        EXPECT_EQ(records.size(), kept_.size());
        for (std::size_t i = 0; i < kept_.size(); ++i) {
            const auto found = records.find(id_of(i));
            EXPECT_TRUE(found != records.end() && found->second == kept_[i]) << kept_[i].substr(0, 200);
        }
    }

    const TempDir folder_;
    std::vector<std::string> kept_;
    std::map<std::string, std::uint64_t> refused_;
};

TEST_F(HostileRecords, WhatBuildKeepsVerifyCallsSound) {
    write_lines(folder_.path("in"), lines());
    const auto summary = build_index(options(folder_.path("in"), folder_.path("index")));
    ASSERT_TRUE(summary) << summary.error().message;
    EXPECT_EQ(summary.value().rejected, refused_);
    expect_kept(served(folder_.path("index")));
}

TEST_F(HostileRecords, ShardsAndTheirMergeAreTheSameIndex) {
    write_lines(folder_.path("in"), lines());
    ASSERT_TRUE(build_index(options(folder_.path("in"), folder_.path("one"))));
    BuildOptions merge = options("", folder_.path("index"));
    merge.inputs.clear();
    for (std::uint32_t shard = 1; shard <= 3; ++shard) {
        BuildOptions run = options(folder_.path("in"), folder_.path(std::to_string(shard)));
        run.shard = {shard, 3};
        const auto built = build_run(run);
        ASSERT_TRUE(built) << built.error().message;
        merge.inputs.push_back(run.output);
    }
    const auto merged = merge_runs(merge);
    ASSERT_TRUE(merged) << merged.error().message;
    EXPECT_EQ(merged.value().rejected, refused_);
    EXPECT_TRUE(read_file(folder_.path("one")) == read_file(folder_.path("index")));
    expect_kept(served(folder_.path("index")));
}

TEST_F(HostileRecords, RunsOfDifferentLimitsDoNotGoTogether) {
    write_lines(folder_.path("in"), lines());
    BuildOptions merge = options("", folder_.path("index"));
    merge.inputs.clear();
    for (std::uint32_t shard = 1; shard <= 2; ++shard) {
        BuildOptions run = options(folder_.path("in"), folder_.path(std::to_string(shard)));
        run.shard = {shard, 2};
        run.max_record_bytes = shard * RecordParser::default_max_bytes;
        ASSERT_TRUE(build_run(run));
        merge.inputs.push_back(run.output);
    }
    const auto merged = merge_runs(merge);
    ASSERT_FALSE(merged);
    EXPECT_NE(merged.error().message.find("(1048576, 2097152): give every shard the same --max-record"),
              std::string::npos)
        << merged.error().message;
}

TEST_F(HostileRecords, ALimitOfBytesLetsThemIn) {
    write_lines(folder_.path("in"),
                {record(1, "\"business_name\":\"Shop\",\"note\":\"" + std::string(1100000, 'x') + "\"")});
    BuildOptions larger = options(folder_.path("in"), folder_.path("index"));
    larger.max_record_bytes = 2U << 20;
    ASSERT_TRUE(build_index(larger));
    EXPECT_EQ(served(folder_.path("index")).size(), 1U);
}

TEST_F(HostileRecords, WhatImportWritesBuildKeeps) {
    write_lines(folder_.path("in"), lines());
    ImportOptions import;
    import.inputs = {folder_.path("in")};
    import.output = folder_.path("out");
    const auto imported = import_records(import, [](std::uint64_t, std::uint64_t, std::uint64_t) {});
    ASSERT_TRUE(imported) << imported.error().message;
    EXPECT_EQ(imported.value().written, kept_.size());
    BuildOptions build = options(folder_.path("out"), folder_.path("index"));
    build.reject_limit.records = 0;
    const auto summary = build_index(build);
    ASSERT_TRUE(summary) << summary.error().message;
    EXPECT_TRUE(summary.value().rejected.empty());
    expect_kept(served(folder_.path("index")));
}

// Import also reads the deepest valid record from the answer of a search, although the answer adds levels around its
// records.
TEST_F(HostileRecords, TheDeepestRecordComesBackFromAnAnswer) {
    write_file(folder_.path("in"), R"({"data":[{"id":")" + id_of(1) + R"(","content":)" +
                                       record(1, "\"a\":" + nested(63, "1")) + "}],\"total_count\":1}");
    ImportOptions import;
    import.inputs = {folder_.path("in")};
    import.output = folder_.path("out");
    const auto imported = import_records(import, [](std::uint64_t, std::uint64_t, std::uint64_t) {});
    ASSERT_TRUE(imported) << imported.error().message;
    EXPECT_EQ(imported.value().written, 1U);
}

// Import rejects a record with a value that is too deep or too long. It does not set the value aside under another
// name, because the builder refuses it under any name.
TEST_F(HostileRecords, ImportEndsWithARejectWhereNothingCanBeSetAside) {
    write_file(
        folder_.path("in"),
        R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{"ref":"1","@spider":"s","a":)" +
            nested(70, "") + R"(}},{"type":"Feature","properties":{"ref":"2","@spider":"s","name":")" +
            std::string(2U << 20, 'n') + R"("}},{"type":"Feature","properties":{"ref":"3","@spider":"s"}}]})");
    ImportOptions import;
    import.format = ImportFormat::alltheplaces;
    import.inputs = {folder_.path("in")};
    import.output = folder_.path("out");
    import.rejects_path = folder_.path("rejects");
    const auto imported = import_records(import, [](std::uint64_t, std::uint64_t, std::uint64_t) {});
    ASSERT_TRUE(imported) << imported.error().message;
    EXPECT_EQ(imported.value().written, 1U);
    EXPECT_EQ(imported.value().rejected, (ImportSummary::Counts{{"record_too_large", 1}, {"too_deep", 1}}));
}

TEST_F(HostileRecords, RandomOnesToo) {
    constexpr std::uint32_t seed = 20261122;
    std::vector<std::string> lines = {record(0, "\"business_name\":\"Shop\"")};
    for (const std::string& members : random_members(seed, 20000)) {
        lines.push_back(record(lines.size(), members));
    }
    write_lines(folder_.path("in"), lines);
    const auto summary = build_index(options(folder_.path("in"), folder_.path("index")));
    ASSERT_TRUE(summary) << summary.error().message;
    EXPECT_GT(summary.value().kept, 500U);
    EXPECT_GT(summary.value().read - summary.value().kept, 500U);
    EXPECT_EQ(served(folder_.path("index")).size(), summary.value().kept);
}

}  // namespace
}  // namespace bizrec::builder
