#include "lmdb_builder/suppression/take_list.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "bizrec/store/suppression_folder.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

std::string text_of(std::uint64_t number, std::uint8_t id) {
    store::SuppressionEntry entry;
    entry.id[0] = id;
    return store::serialise_suppression({number, {entry}}) + store::suppression_signature_line("");
}

class TakeListTest : public ::testing::Test {
protected:
    void SetUp() override {
        for (const std::uint64_t number : {8U, 9U}) {
            write_file(list(number), text_of(number, 1));
        }
    }
    std::string list(std::uint64_t number) const { return edge.path(store::suppression_file_name(number)); }
    std::uint64_t in_force() const { return store::suppression_number_in(edge.path()); }
    Result<SuppressSummary> take(std::uint64_t number, std::uint8_t id = 1) const {
        const TempDir other;
        write_file(other.path("list"), text_of(number, id));
        return take_list({other.path("list"), edge.path(), "", false});
    }

    const TempDir edge;
};

TEST_F(TakeListTest, WithoutALinkTheNewestListOfTheFolderCounts) {
    const auto older = take(5);
    ASSERT_FALSE(older);
    EXPECT_NE(older.error().message.find("take list 9 or a newer one"), std::string::npos) << older.error().message;
    EXPECT_FALSE(take(9, 2)) << "another list 9";
    EXPECT_EQ(in_force(), 0U);
    ASSERT_TRUE(take(9));
    EXPECT_EQ(in_force(), 9U) << "the same one, which had no link";
    EXPECT_EQ(take(10, 2).value().removed, 1U);
    EXPECT_EQ(in_force(), 10U);
    EXPECT_FALSE(std::filesystem::exists(list(8)));
    EXPECT_TRUE(std::filesystem::exists(list(9))) << "for a reader that has just read the link";
}

TEST_F(TakeListTest, TheListJustTakenStays) {
    write_file(list(8), "cut off");
    write_file(list(9), "cut off");
    for (const std::uint64_t number : {5U, 6U, 7U}) {
        ASSERT_TRUE(take(number));
        const auto found = store::find_suppressions(edge.path(), nullptr, nullptr);
        ASSERT_TRUE(found) << "the link leads to the list";
        EXPECT_EQ(found.value().list->number, number);
        EXPECT_EQ(found.value().trouble, "");
    }
    EXPECT_FALSE(std::filesystem::exists(list(5)));
    EXPECT_TRUE(std::filesystem::exists(list(6)));
}

TEST_F(TakeListTest, AFolderWithListsAndNoLinkGetsNoListWithoutTheirEntries) {
    SuppressOptions options;
    options.folder = edge.path();
    options.ids = {"2f1c9a52-7d0e-4c58-9c0e-3f4e6a1b2c3d"};
    const auto refused = change_list(options);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("suppress take " + list(9) + " " + edge.path()), std::string::npos)
        << refused.error().message;
    ASSERT_TRUE(take_list({list(9), edge.path(), "", false})) << "the step that the message names";
    EXPECT_EQ(change_list(options).value().entries, 2U);
    EXPECT_EQ(in_force(), 10U);
}

}  // namespace
}  // namespace bizrec::builder
