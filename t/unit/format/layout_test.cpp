#include "bizrec/format/layout.hpp"

#include "bizrec/format/columns.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace bizrec::format {
namespace {

TEST(Layout, ChunkKeysAreBigEndianSectionAndNumber) {
    const std::array<unsigned char, 6> expected{0x00, 0x1B, 0x01, 0x02, 0x03, 0x04};
    EXPECT_EQ(chunk_key(Section::meta, 0x01020304U, format_version), expected);
}

TEST(Layout, ChunkKeysAscendWithSectionThenNumber) {
    std::array<unsigned char, 6> before{};
    for (std::size_t i = 1; i <= section_count; ++i) {
        for (const std::uint32_t chunk : {0U, 1U, 255U, 256U, 65536U, 0xFFFFFFFFU}) {
            const auto key = chunk_key(static_cast<Section>(i), chunk, newest_format_version);
            EXPECT_LT(before, key);
            before = key;
        }
    }
}

TEST(Layout, EverySectionHasANameOfItsOwn) {
    std::set<std::string> names;
    for (std::size_t i = 1; i <= section_count; ++i) {
        names.emplace(section_name(static_cast<Section>(i)));
    }
    EXPECT_EQ(names.size(), section_count);
    EXPECT_EQ(names.count("unknown"), 0U);
    EXPECT_EQ(section_name(static_cast<Section>(0)), "unknown");
    EXPECT_EQ(section_name(static_cast<Section>(section_count + 1)), "unknown");
}

/// A section has no number in format versions without it, so later sections have smaller numbers there.
TEST(Layout, NumbersOfSectionsFollowTheFormat) {
    const auto number = [](Section section, std::uint32_t version) { return chunk_key(section, 0, version)[1]; };
    EXPECT_EQ(number(Section::refreshed, 5), 13);
    EXPECT_EQ(number(Section::place_ids, 5), 14);
    EXPECT_EQ(number(Section::founded_year, 6), 14);
    EXPECT_EQ(number(Section::place_ids, 6), 15);
    EXPECT_EQ(number(Section::meta, 4), 24);
    EXPECT_EQ(number(Section::meta, 5), 27);
    EXPECT_EQ(number(Section::meta, 6), 28);
    for (std::uint32_t version = oldest_readable_version; version <= newest_format_version; ++version) {
        for (std::size_t i = 1; i <= section_count; ++i) {
            if (const auto section = static_cast<Section>(i); is_section_of(section, version)) {
                EXPECT_EQ(section_of_number(number(section, version), version), i) << "format " << version;
            }
        }
        EXPECT_GT(section_of_number(0, version), section_count);
        EXPECT_GT(section_of_number(number(Section::meta, version) + 1U, version), section_count);
    }
}

TEST(Layout, ColumnElementBytes) {
    EXPECT_EQ(column_element_bytes(Section::uuid), 16U);
    EXPECT_EQ(column_element_bytes(Section::position), 8U);
    EXPECT_EQ(column_element_bytes(Section::quality), 1U);
    EXPECT_EQ(column_element_bytes(Section::rating), 4U);
    EXPECT_EQ(column_element_bytes(Section::refreshed), 8U);
    EXPECT_EQ(column_element_bytes(Section::founded_year), 2U);
    EXPECT_EQ(column_element_bytes(Section::content), 0U);
    EXPECT_EQ(column_element_bytes(Section::place_ids), 0U);
    EXPECT_EQ(column_element_bytes(Section::boxes), 0U);
    EXPECT_EQ(column_element_bytes(Section::meta), 0U);
}

}  // namespace
}  // namespace bizrec::format
