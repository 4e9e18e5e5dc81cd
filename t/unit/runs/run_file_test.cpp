#include <gtest/gtest.h>

#include "lmdb_builder/system/failure.hpp"
#include "t/unit/runs/run_file_support.hpp"

namespace bizrec::builder {
namespace {

RunEntries some_entries(std::mt19937_64& random, std::size_t count, std::size_t max_payload) {
    RunEntries entries;
    for (std::size_t i = 0; i < count; ++i) {
        entries.emplace_back(random_key(random, 1U << 30), random_payload(random, max_payload));
    }
    return winners_of(entries);
}

/// The message of the failure; "" if the whole run can be read.
std::string failure_of(const std::string& bytes) {
    try {
        read_run(bytes);
    } catch (const BuildFailure& failure) {
        return failure.what();
    }
    return "";
}

TEST(RunFile, GivesBackWhatWasWritten) {
    std::mt19937_64 random(62);
    for (const std::size_t count : {0U, 1U, 2U, 500U, 5000U}) {
        const RunEntries entries = some_entries(random, count, 400);
        const std::string bytes = write_run(entries, a_run_header());
        EXPECT_EQ(read_run(bytes), entries);
        const RunFile run = open_run(bytes);
        EXPECT_EQ(run.counts().kept, entries.size());
        EXPECT_EQ(run.counts().rejected.at("invalid_json"), 3U);
        EXPECT_EQ(run.header().suffix_list_version, "2024-01-01 \"quoted\"");
        EXPECT_EQ(rules_conflict(run.header(), a_run_header()), "");
        EXPECT_EQ(run.bytes(), bytes.size());
        BlockUnpacker unpacker;
        EXPECT_EQ(run.rules(unpacker), "com\norg\n");
    }
}

TEST(RunFile, ARecordGreaterThanABlockHasOneOfItsOwn) {
    std::mt19937_64 random(63);
    RunEntries entries = some_entries(random, 30, 100);
    entries[7].second = std::string(3 * run::block_target_bytes, 'x');
    entries[8].second = random_payload(random, 3 * run::block_target_bytes) + "incompressible or not";
    EXPECT_EQ(read_run(write_run(entries)), entries);
}

TEST(RunFile, TheSameEntriesGiveTheSameBytes) {
    std::mt19937_64 random(64);
    const RunEntries entries = some_entries(random, 2000, 300);
    EXPECT_EQ(write_run(entries), write_run(entries));
}

TEST(RunFile, EveryDamagedByteIsFound) {
    std::mt19937_64 random(65);
    const std::string sound = write_run(some_entries(random, 20, 30));
    for (std::size_t at = 0; at < sound.size(); ++at) {
        for (const int flip : {0x01, 0x80, 0xFF}) {
            std::string bytes = sound;
            bytes[at] = static_cast<char>(bytes[at] ^ flip);
            EXPECT_NE(failure_of(bytes), "") << "byte " << at << " of " << sound.size() << ", flip " << flip;
        }
    }
}

TEST(RunFile, EveryTruncationIsFound) {
    std::mt19937_64 random(66);
    const std::string sound = write_run(some_entries(random, 20, 30));
    for (std::size_t size = 1; size < sound.size(); ++size) {
        EXPECT_NE(failure_of(sound.substr(0, size)), "") << size << " of " << sound.size();
    }
    EXPECT_NE(failure_of(sound + '\0').find("cut off"), std::string::npos);
}

TEST(RunFile, BlocksOfAnotherRunAreFound) {
    std::mt19937_64 random(67);
    RunEntries entries = some_entries(random, 100, 30);
    const std::string sound = write_run(entries);
    entries[50].second += 'x';
    const std::string other = write_run(entries);
    const std::size_t half = sound.size() / 2;
    const RunFile run = open_run(other);
    // `mixed` is `other` up to its end block, and then the end block of `sound`.
    const std::size_t end_block = std::string(other).rfind("{\"read\"") - sizeof(run::BlockHead);
    const std::size_t own_end_block = std::string(sound).rfind("{\"read\"") - sizeof(run::BlockHead);
    std::string mixed = other.substr(0, end_block) + sound.substr(own_end_block);
    const run::Tail tail{end_block, 0, run::end_magic};
    mixed.replace(mixed.size() - sizeof tail, sizeof tail.end_offset, reinterpret_cast<const char*>(&tail.end_offset),
                  sizeof tail.end_offset);
    EXPECT_NE(failure_of(mixed), "");
    EXPECT_NE(failure_of(sound.substr(0, half) + other.substr(half)), "");
}

TEST(RunFile, TellsForeignFilesApart) {
    std::string index(8192, '\0');
    index.replace(16, 4, "\xDE\xC0\xEF\xBE");
    EXPECT_NE(failure_of(index).find("is an index, no run"), std::string::npos);
    EXPECT_NE(failure_of("{\"store_id\":1}").find("is JSON, no run"), std::string::npos);
    EXPECT_NE(failure_of("something else").find("is no run"), std::string::npos);
    EXPECT_NE(failure_of("x").find("is no run"), std::string::npos);
}

TEST(RunFile, OrderShardAndCountAreChecked) {
    std::mt19937_64 random(68);
    RunEntries entries = some_entries(random, 10, 30);
    std::swap(entries[3], entries[4]);
    EXPECT_NE(failure_of(write_run(entries)), "") << "out of order";
    std::swap(entries[3], entries[4]);
    entries[4].first = entries[3].first;
    EXPECT_NE(failure_of(write_run(entries)), "") << "one id twice";
    entries.erase(entries.begin() + 4);
    EXPECT_EQ(failure_of(write_run(entries)), "");
    EXPECT_NE(failure_of(write_run(entries, a_run_header({1, 2}))), "") << "ids of another shard";
    EXPECT_NE(failure_of(write_run(entries, a_run_header(), 1)), "") << "fewer than it says";
}

TEST(RunFile, RulesThatDifferAreNamedWithARemedy) {
    const RunHeader ours = a_run_header();
    const std::pair<std::string RunRules::*, const char*> rules[] = {
        {&RunRules::program, "versions of lmdb_builder (0.1, other)"},
        {&RunRules::index_format, "index formats"},
        {&RunRules::identity, "identity rules"},
        {&RunRules::analyser, "text analysers"},
        {&RunRules::unicode, "libicu"},
        {&RunRules::places, "iso-codes"},
        {&RunRules::suffix_list, "--psl"},
        {&RunRules::rule_files, "--rules"},
        {&RunRules::specimens, "rules (0123, other)"},
    };
    for (const auto& [rule, named] : rules) {
        RunHeader theirs = ours;
        theirs.rules.*rule = "other";
        EXPECT_NE(rules_conflict(ours, theirs).find(named), std::string::npos) << rules_conflict(ours, theirs);
        EXPECT_NE(rules_conflict(ours, theirs).find(": "), std::string::npos);
    }
    RunHeader theirs = ours;
    theirs.shard = {2, 5};
    EXPECT_EQ(rules_conflict(ours, theirs), "");
    theirs.suffix_list_version = "newer";
    EXPECT_NE(rules_conflict(ours, theirs).find("newer"), std::string::npos);
}

TEST(RunFile, HeadersThatAreNoneAreRefused) {
    const std::string sound = write_run_header(a_run_header());
    EXPECT_EQ(write_run_header(read_run_header(sound)), sound);
    for (const char* json : {"", "[]", "{}", "{\"shard\":\"0/1\"}", "nonsense"}) {
        EXPECT_THROW(read_run_header(json), BuildFailure) << json;
        EXPECT_THROW(read_run_counts(json), BuildFailure) << json;
    }
    EXPECT_THROW(read_run_counts(R"({"read":1,"kept":-1,"replaced":0,"rejected":{}})"), BuildFailure);
    EXPECT_THROW(read_run_counts(R"({"read":1,"kept":1,"replaced":0,"rejected":{"a":"b"}})"), BuildFailure);
}

}  // namespace
}  // namespace bizrec::builder
