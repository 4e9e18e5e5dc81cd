#include "lmdb_builder/publish/generation_report.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "lmdb_builder/stages/build_index.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

const std::string reported_generation = "00112233445566ff";

std::string id_of(int number) {
    return "\"store_id\":\"00000000-0000-4000-8000-00000000000" + std::to_string(number) + "\"";
}

void write(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

TEST(CoverageTest, CountsWhatTheRecordsHave) {
    const TempDir folder;
    write(folder.path("in"),
          "{" + id_of(1) +
              R"(,"business_name":"Blue Door Cafe","website_url":"https://a.example","country":"DE"})"
              "\n{" +
              id_of(2) +
              R"(,"business_name":"Bakery","latitude":52.5,"longitude":13.4,"country":"FR"})"
              "\n{" +
              id_of(3) + R"(,"website_url":"https://b.example"})");
    BuildOptions options;
    options.inputs = {folder.path("in")};
    options.output = folder.path("index");
    options.infer_places = false;
    ASSERT_TRUE(build_index(options));
    const auto index = store::Generation::open(options.output, store::Generation::Check::hash);
    ASSERT_TRUE(index);
    EXPECT_EQ(coverage_of(*index.value()), (Coverage{3, 4, 2, 1, 2}));
}

TEST(CoverageTest, WhatIsLostIsToldWithBothFigures) {
    const Coverage before{100, 300, 90, 80, 100};
    EXPECT_EQ(lost_coverage(before, before, 0), "");
    EXPECT_EQ(lost_coverage(before, {200, 600, 180, 160, 200}, 0), "") << "shares count";
    EXPECT_EQ(lost_coverage(before, {100, 300, 81, 72, 90}, 10), "") << "a tenth";
    EXPECT_EQ(lost_coverage(before, {100, 0, 80, 80, 100}, 10),
              "words of names a record: 3.00 in the current index, 0.00 in this one, records with a website: 90.0 % in "
              "the current index, 80.0 % in this one");
    EXPECT_EQ(lost_coverage(before, {100, 0, 0, 0, 0}, 100), "");
    EXPECT_EQ(lost_coverage({}, before, 10), "");
}

TEST(GenerationReportTest, WhatIsWrittenIsRead) {
    const GenerationReport report{
        reported_generation, {1, 2, 3, 4, 5}, R"({"read":6,"generation":"00112233445566ff"})"};
    const auto read = parse_report(serialise_report(report));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(serialise_report(read.value()), serialise_report(report));
    EXPECT_EQ(read.value().coverage, report.coverage);
    for (const char* const wrong : {"", "[]", "{}", R"({"report":2,"generation":"00112233445566ff","coverage":{}})",
                                    R"({"report":1,"generation":"../x","coverage":{}})",
                                    R"({"report":1,"generation":"00112233445566ff","coverage":{"documents":-1}})"}) {
        EXPECT_FALSE(parse_report(wrong)) << wrong;
    }
}

TEST(GenerationReportTest, TheBuildIsTheOneOfThisGeneration) {
    const TempDir folder;
    const std::string index = folder.path("index.mdb");
    EXPECT_EQ(build_of(index, reported_generation), "");
    write(folder.path("last-build.json"), R"({ "generation" : "ffffffffffffffff" })");
    EXPECT_EQ(build_of(index, reported_generation), "");
    write(folder.path("last-build.json"), R"({ "generation" : "00112233445566ff", "read": 7 })");
    EXPECT_EQ(build_of(index, reported_generation), R"({"generation":"00112233445566ff","read":7})");
    write(report_path_of(index), serialise_report({reported_generation, {}, R"({"read":8})"}));
    EXPECT_EQ(build_of(index, reported_generation), R"({"read":8})") << "its own report comes first";
    EXPECT_EQ(report_path_of("/a/x.mdb"), "/a/x.report.json");
}

TEST(GenerationReportTest, ABuildInALine) {
    EXPECT_EQ(build_text(""), "");
    EXPECT_EQ(build_text(R"({"built_at":"2026-11-27T02:14:05Z","read":1000,"rejected":{"a":2,"b":3},)"
                         R"("data_date":"2026-11-26"})"),
              "built 2026-11-27T02:14:05Z from 1,000 records read, 5 refused; data of 2026-11-26\n");
}

}  // namespace
}  // namespace bizrec::builder
