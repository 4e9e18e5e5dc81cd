#include "lmdb_builder/suppression/listed_in_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* listed = "2f1c9a52-7d0e-4c58-9c0e-3f4e6a1b2c3d";
constexpr const char* listed_too = "5b0e7f3a-0d7c-4f0e-8d0f-0e6f1f0a9c11";
constexpr const char* other = "00000000-0000-4000-8000-000000000001";

SuppressionScreen screen() {
    auto list = std::make_shared<store::SuppressionList>();
    list->number = 1;
    for (const char* const text : {listed, listed_too}) {
        store::SuppressionEntry entry;
        EXPECT_TRUE(format::read_uuid(text, entry.id));
        entry.pointer = text == listed ? "" : "/staffs";
        list->entries.push_back(std::move(entry));
    }
    return SuppressionScreen(std::move(list));
}

class ListedInFileTest : public ::testing::Test {
protected:
    ListedInFile look(const std::string& text) const {
        const std::string path = folder_.path() + "/file";
        std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
        return listed_in_file(path, screen_);
    }

    const TempDir folder_;
    const SuppressionScreen screen_ = screen();
};

TEST_F(ListedInFileTest, EachIdCountsOnce) {
    EXPECT_TRUE(look("").holds_nothing());
    EXPECT_TRUE(look(std::string("of nobody: ") + other + "-\n").holds_nothing());
    EXPECT_EQ(look(listed).entries, 1U);
    EXPECT_EQ(look(std::string("-a-") + listed + listed + "\n" + listed_too).entries, 2U);
    std::string upper = listed;
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](char c) { return c >= 'a' && c <= 'f' ? static_cast<char>(c - 0x20) : c; });
    EXPECT_EQ(look("id:" + upper).entries, 1U);
}

TEST_F(ListedInFileTest, AnIdMayStandAcrossTwoBlocks) {
    constexpr std::size_t block = std::size_t{1} << 18;
    for (std::size_t begin = block - 40; begin < block + 4; ++begin) {
        EXPECT_EQ(look(std::string(begin, ' ') + listed + " and more").entries, 1U) << begin;
    }
}

TEST_F(ListedInFileTest, WhatNobodyCanReadIsNotCalledEmpty) {
    EXPECT_NE(look(std::string("binary\0bytes", 12)).unknown, "");
    EXPECT_NE(look(std::string("\x28\xB5\x2F\xFD damaged")).unknown, "");
    std::string index(4096, '\0');
    index.replace(16, 4, "\xDE\xC0\xEF\xBE");
    EXPECT_TRUE(look(index).is_index);
    EXPECT_NE(look(index).unknown, "");
    EXPECT_NE(listed_in_file(folder_.path() + "/none", screen_).unknown, "");
}

}  // namespace
}  // namespace bizrec::builder
