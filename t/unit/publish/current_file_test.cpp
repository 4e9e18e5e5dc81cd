#include "lmdb_builder/publish/current_file.hpp"

#include <gtest/gtest.h>

#include <random>

namespace bizrec::builder {
namespace {

const std::string generation = "ab01020304050607";
const std::string signature = std::string(86, 'A') + "==\n";

CurrentFile sample_current_file() {
    CurrentFile file;
    file.sequence = 17;
    file.generation = generation;
    file.size = 1000;
    file.seal = {0xab, 1, 2, 3, 4, 5, 6, 7, 8};
    file.packed = PackedFile{300, {1}};
    file.deltas.push_back({"a-b.delta", "0000000000000001", generation, 20, {2}});
    file.deltas.push_back({"b-c.delta", "0000000000000002", "0000000000000001", 10, {3}});
    file.suppression = SuppressionNotice{"suppression-5.json", 5};
    return file;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), with);
}

std::string problem_of(const std::string& text) {
    const auto parsed = parse_current_file(signed_current_file(text, signature));
    return parsed ? "" : parsed.error().message;
}

TEST(CurrentFileTest, WhatIsWrittenIsRead) {
    for (const bool is_full : {true, false}) {
        CurrentFile file = sample_current_file();
        if (!is_full) {
            file.packed.reset();
            file.deltas.clear();
            file.suppression.reset();
        }
        const std::string text = current_file_text(file);
        const auto read = parse_current_file(signed_current_file(text, signature));
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read.value().text, text);
        EXPECT_EQ(read.value().signature, signature);
        EXPECT_EQ(current_file_text(read.value().file), text);
    }
    EXPECT_EQ(current_file_text(sample_current_file()).find("{\"current\":1,\"sequence\":17,\"generation\":\"ab010203"),
              0U);
}

TEST(CurrentFileTest, FieldsOfANewerPublisherAreSkipped) {
    const std::string text =
        replaced(current_file_text(sample_current_file()), "\"sequence\"", "\"x\":[{}],\"sequence\"");
    EXPECT_EQ(problem_of(text), "");
}

TEST(CurrentFileTest, EachFieldHasItsBounds) {
    const std::string text = current_file_text(sample_current_file());
    for (const auto& [what, with, problem] : std::vector<std::array<const char*, 3>>{
             {"\"current\":1", "\"current\":2", "version 2"},
             {"\"current\":1,", "", "is no current.json"},
             {"\"sequence\":17", "\"sequence\":0", "\"sequence\""},
             {"\"sequence\":17", "\"sequence\":-1", "\"sequence\""},
             {"\"sequence\":17", "\"sequence\":9223372036854775807", "\"sequence\""},
             {"\"generation\":\"ab", "\"generation\":\"AB", "\"generation\""},
             {"\"generation\":\"ab", "\"generation\":\"ac", "\"seal\""},
             {"\"size\":1000", "\"size\":0", "\"size\""},
             {"\"size\":1000", "\"size\":2251799813685248", "\"size\""},
             {"\"size\":300", "\"size\":\"300\"", "\"size\""},
             {"\"packed\":{", "\"packed\":[{", "is no JSON"},
             {"\"packed\"", "\"unpacked\"", "\"packed\""},
             {"a-b.delta", "../b.delta", "\"file\""},
             {"a-b.delta", ".b.delta", "\"file\""},
             {"0000000000000002", "00000000000000zz", "\"from\""},
             {"suppression-5.json", "a/b", "\"file\""},
             {"\"number\":5", "\"number\":5.5", "\"number\""},
         }) {
        EXPECT_NE(problem_of(replaced(text, what, with)).find(problem), std::string::npos)
            << what << " " << with << ": " << problem_of(replaced(text, what, with));
    }
}

TEST(CurrentFileTest, TooManyDeltasAreRefused) {
    CurrentFile file = sample_current_file();
    file.deltas.assign(max_deltas, file.deltas.front());
    EXPECT_EQ(problem_of(current_file_text(file)), "");
    file.deltas.push_back(file.deltas.front());
    EXPECT_NE(problem_of(current_file_text(file)), "");
}

TEST(CurrentFileTest, EveryCutAndEveryFlipIsRefusedOrReadAsItStands) {
    const std::string whole = signed_current_file(current_file_text(sample_current_file()), signature);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_FALSE(parse_current_file(std::string_view(whole).substr(0, size))) << size;
    }
    std::mt19937 random(1);
    for (int round = 0; round < 5000; ++round) {
        std::string bytes = whole;
        bytes[random() % bytes.size()] ^= static_cast<char>(1 << random() % 8);
        const auto read = parse_current_file(bytes);
        if (read) {
            EXPECT_EQ(signed_current_file(read.value().text, read.value().signature), bytes);
        }
    }
}

TEST(CurrentFileTest, NamesStayInTheirFolder) {
    for (const char* const good : {"a", "0-1.delta", "A_b.C", "current.json"}) {
        EXPECT_TRUE(is_published_name(good)) << good;
    }
    for (const std::string& bad :
         {std::string(), std::string(".x"), std::string("-x"), std::string("a/b"), std::string("a b"),
          std::string("a\0b", 3), std::string("\xC3\xA9"), std::string(max_file_name + 1, 'a')}) {
        EXPECT_FALSE(is_published_name(bad)) << bad;
    }
}

}  // namespace
}  // namespace bizrec::builder
