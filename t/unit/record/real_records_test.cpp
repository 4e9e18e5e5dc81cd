#include <cstdlib>
#include <filesystem>

#include "lmdb_builder/input/line_reader.hpp"
#include "t/unit/record/record_support.hpp"

namespace bizrec::builder {
namespace {

bool holds(std::string_view line, std::string_view name) {
    return line.find("\"" + std::string(name) + "\":") != std::string_view::npos;
}

void expect_read_as_written(std::string_view line, const Record& record) {
    ASSERT_EQ(record.json, line) << "the files hold no white space between tokens";
    ASSERT_EQ(!record.name.empty(), holds(line, "business_name")) << line;
    ASSERT_EQ(!record.website.empty(), holds(line, "website_url")) << line;
    ASSERT_EQ(!record.root_domain.empty(), holds(line, "root_domain")) << line;
    ASSERT_EQ(!record.city.empty(), holds(line, "city")) << line;
    ASSERT_EQ(!record.state.empty(), holds(line, "state")) << line;
    ASSERT_EQ(!record.postal_code.empty(), holds(line, "zip_code")) << line;
    ASSERT_EQ(record.country.size(), holds(line, "country") ? 2U : 0U) << line;
    ASSERT_EQ(record.has_brand, holds(line, "brand_id")) << line;
    ASSERT_EQ(!record.profiles.empty(), holds(line, "social_media_links")) << line;
    ASSERT_EQ(record.num_stores != format::missing_count, holds(line, "num_stores")) << line;
    ASSERT_EQ(record.position.exists(), holds(line, "latitude") && holds(line, "longitude")) << line;
    ASSERT_EQ((record.flags & format::flag::has_contact_info) != 0, holds(line, "phone")) << line;
    ASSERT_GT(record.quality, 0) << line;
}

TEST(RecordRealData, EveryRecordIsKept) {
    const char* data = std::getenv("BIZREC_DATA");
    if (data == nullptr) {
        GTEST_SKIP() << "BIZREC_DATA is not set";
    }
    RecordParser parser(machine_catalog());
    Record record;
    RejectReason reason;
    std::uint64_t lines = 0;
    for (const auto& entry : std::filesystem::directory_iterator(data + std::string("/records"))) {
        auto reader = LineReader::open(entry.path());
        ASSERT_TRUE(reader) << reader.error().message;
        std::string_view line;
        while (reader.value()->next(line) == LineReader::Next::line) {
            ASSERT_TRUE(parser.parse(line, record, reason))
                << entry.path() << ":" << reader.value()->line_number() << " " << reason.field << " " << reason.detail;
            ASSERT_NO_FATAL_FAILURE(expect_read_as_written(line, record));
            ++lines;
        }
        ASSERT_EQ(reader.value()->error().message, "");
    }
    EXPECT_GE(lines, 148078U);
}

}  // namespace
}  // namespace bizrec::builder
