#include "bizrec/store/build_figures.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "bizrec/store/library_versions.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::store {
namespace {

void write(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

const std::string build =
    R"({"built_at":"2026-11-27T02:14:05Z","index":"i","read":10,"kept":7,"rejected":{"a":1,"b":2},)"
    R"("generation":"00112233445566ff","seconds":1.5,"peak_memory_bytes":99})";

TEST(BuildFigures, OfTheReportOrOfTheLastBuild) {
    const TempDir folder;
    const std::string index = folder.path("00112233445566ff.mdb");
    EXPECT_FALSE(read_build_figures(index, "00112233445566ff"));
    write(folder.path("last-build.json"), build);
    const auto last = read_build_figures(index, "00112233445566ff");
    ASSERT_TRUE(last);
    EXPECT_EQ(last->built_at, "2026-11-27T02:14:05Z");
    EXPECT_EQ(last->read, 10U);
    EXPECT_EQ(last->kept, 7U);
    EXPECT_EQ(last->rejected, 3U);
    EXPECT_EQ(last->seconds, 1.5);
    EXPECT_EQ(last->peak_memory_bytes, 99U);
    EXPECT_FALSE(read_build_figures(index, "ffffffffffffffff")) << "of another generation";
    write(folder.path("00112233445566ff.report.json"), R"({"report":1,"build":)" + build + "}");
    write(folder.path("last-build.json"), "{}");
    EXPECT_TRUE(read_build_figures(index, "00112233445566ff"));
    for (const std::string& wrong :
         {std::string("[]"), std::string(R"({"build":null})"), std::string("x"), build + std::string(300'000, ' ')}) {
        write(folder.path("00112233445566ff.report.json"), wrong);
        EXPECT_FALSE(read_build_figures(index, "00112233445566ff")) << wrong.substr(0, 40);
    }
    write(
        folder.path("00112233445566ff.report.json"),
        R"({"build":{"generation":"00112233445566ff","built_at":"\u001b[31m","read":-1,"seconds":-1,"rejected":[]}})");
    const auto hostile = read_build_figures(index, "00112233445566ff");
    ASSERT_TRUE(hostile);
    EXPECT_EQ(hostile->built_at, "");
    EXPECT_EQ(hostile->read, 0U);
    EXPECT_EQ(hostile->seconds, 0);
}

TEST(LibraryVersions, HaveNumbers) {
    for (const auto& [name, version] : library_versions()) {
        EXPECT_NE(version.find('.'), std::string::npos) << name << " " << version;
        EXPECT_NE(version, "0.0.0") << name;
    }
}

}  // namespace
}  // namespace bizrec::store
