#include "bizrec/store/suppression_list.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "bizrec/store/suppression_folder.hpp"
#include "t/unit/store/temp_dir.hpp"

namespace bizrec::store {
namespace {

SuppressionEntry entry(unsigned char last, std::string pointer = {}, std::string generation = {}) {
    SuppressionEntry out;
    out.id[15] = last;
    out.pointer = std::move(pointer);
    out.generation = std::move(generation);
    return out;
}

std::string text_of(const SuppressionList& list) {
    return serialise_suppression(list) + suppression_signature_line("");
}

const SuppressionList three{7, {entry(1), entry(2, "/staffs/1", "0123456789abcdef"), entry(2, "/phone")}};

SuppressionList sorted(SuppressionList list) {
    std::sort(list.entries.begin(), list.entries.end());
    return list;
}

TEST(SuppressionList, IsReadAsItWasWritten) {
    const SuppressionList list = sorted(three);
    const auto read = parse_suppression(text_of(list), nullptr);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read.value().number, 7U);
    EXPECT_TRUE(read.value().entries == list.entries);
    EXPECT_TRUE(parse_suppression(text_of({1, {}}), nullptr));
}

TEST(SuppressionList, HasOneReading) {
    const std::string good = text_of(sorted(three));
    for (std::size_t at = 0; at < good.size(); ++at) {
        EXPECT_FALSE(parse_suppression(good.substr(0, at), nullptr)) << at;
        std::string other = good;
        other[at] = static_cast<char>(other[at] ^ 1);
        const auto read = parse_suppression(other, nullptr);
        if (read) {
            EXPECT_EQ(text_of(read.value()), other) << at;
        }
    }
    EXPECT_FALSE(parse_suppression(good + "\n", nullptr));
    EXPECT_FALSE(parse_suppression(text_of({0, {}}), nullptr)) << "no number";
    EXPECT_FALSE(parse_suppression(text_of({1, {entry(2), entry(1)}}), nullptr)) << "order";
    EXPECT_FALSE(parse_suppression(text_of({1, {entry(1), entry(1)}}), nullptr)) << "twice";
    EXPECT_FALSE(parse_suppression(text_of({1, {entry(1, "/a/1")}}), nullptr)) << "an element of any generation";
    EXPECT_FALSE(parse_suppression(text_of({1, {entry(1, "a")}}), nullptr)) << "no pointer";
    EXPECT_FALSE(parse_suppression("bizrec suppressions 1\nnumber 1\nentries 99999999999\nunsigned\n", nullptr));
}

TEST(SuppressionList, NamesOfFiles) {
    EXPECT_EQ(suppression_file_name(12), "12.suppressed");
    EXPECT_EQ(suppression_number_of("12.suppressed"), 12U);
    for (const char* other :
         {"suppressed", ".suppressed", "012.suppressed", "-1.suppressed", "1.suppressed2", "0.suppressed"}) {
        EXPECT_EQ(suppression_number_of(other), 0U) << other;
    }
}

class SuppressionFolder : public ::testing::Test {
protected:
    void write(std::uint64_t number, const std::string& text) { std::ofstream(file(number)) << text; }
    void link(std::uint64_t number) {
        const std::string path = suppression_link_of(folder.path());
        ::unlink(path.c_str());
        ASSERT_EQ(::symlink(suppression_file_name(number).c_str(), path.c_str()), 0);
    }
    std::string file(std::uint64_t number) const { return folder.path() + "/" + suppression_file_name(number); }
    Result<FoundSuppressions> find(const SharedSuppressions& in_force = nullptr) {
        return find_suppressions(folder.path(), nullptr, in_force);
    }

    TempDir folder;
};

TEST_F(SuppressionFolder, NamesNone) {
    const auto found = find();
    ASSERT_TRUE(found);
    EXPECT_EQ(found.value().list, nullptr);
    EXPECT_TRUE(found.value().trouble.empty());
}

TEST_F(SuppressionFolder, IsNeverWithoutTheListThatItNames) {
    link(3);
    EXPECT_FALSE(find()) << "its file is not there";
    write(3, "nonsense");
    EXPECT_FALSE(find());
    write(3, text_of({4, {}}));
    EXPECT_FALSE(find()) << "another list under its name";
    write(3, text_of({3, {entry(1)}}));
    const auto found = find();
    ASSERT_TRUE(found);
    EXPECT_EQ(found.value().list->number, 3U);
    EXPECT_TRUE(found.value().seen == look_at_suppressions(folder.path()));
}

TEST_F(SuppressionFolder, TheOneInForceStays) {
    write(3, text_of({3, {entry(1)}}));
    link(3);
    const SharedSuppressions in_force = find().value().list;
    write(4, "cut off");
    link(4);
    const auto found = find(in_force);
    ASSERT_TRUE(found);
    EXPECT_EQ(found.value().list, in_force);
    EXPECT_NE(found.value().trouble.find("4.suppressed"), std::string::npos) << found.value().trouble;
    const auto after_start = find();
    ASSERT_TRUE(after_start) << "who starts takes the newest sound one";
    EXPECT_EQ(after_start.value().list->number, 3U);
    write(2, text_of({2, {}}));
    link(2);
    EXPECT_EQ(find(in_force).value().list, in_force) << "the number never goes back";
    ::unlink(suppression_link_of(folder.path()).c_str());
    EXPECT_EQ(find(in_force).value().list, in_force);
    EXPECT_FALSE(find(in_force).value().trouble.empty());
}

TEST_F(SuppressionFolder, WithoutALinkTheNewestSoundListApplies) {
    write(3, text_of({3, {entry(1)}}));
    write(4, "cut off");
    const auto found = find();
    ASSERT_TRUE(found);
    ASSERT_NE(found.value().list, nullptr);
    EXPECT_EQ(found.value().list->number, 3U);
    EXPECT_NE(found.value().trouble.find("is gone"), std::string::npos) << found.value().trouble;
}

}  // namespace
}  // namespace bizrec::store
