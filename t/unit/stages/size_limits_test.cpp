#include "lmdb_builder/system/size_limits.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "bizrec/format/id_table.hpp"
#include "bizrec/format/layout.hpp"
#include "lmdb_builder/memory/byte_chains.hpp"
#include "lmdb_builder/memory/byte_codec.hpp"
#include "lmdb_builder/memory/string_table.hpp"
#include "lmdb_builder/sorting/sort_arena.hpp"
#include "lmdb_builder/stages/build_index.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

std::string failure_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const BuildFailure& failure) {
        return failure.what();
    }
    return "";
}

/// A view of more bytes than exist. No code may read it.
std::string_view four_gigabytes() {
    return {"x", std::size_t{1} << 32};
}

TEST(SizeLimits, AStringTableOf4GiBWrappedItsOffsets) {
    StringTable table({10, 100});
    EXPECT_EQ(table.add("12345").id, 0U);
    EXPECT_EQ(table.add("67890").id, 1U);
    EXPECT_FALSE(table.add("67890").is_new) << "what is there takes no room";
    EXPECT_EQ(failure_of([&] { table.add("a"); }),
              "at least 11 bytes of different names or words in one table, of which 10 are the most that are possible: "
              "split the input into several indexes");
    EXPECT_EQ(table[1], "67890");
    EXPECT_EQ(table.size(), 2U) << "as it was";
    table.clear(0);
    EXPECT_NE(failure_of([&] { table.add("12345678901"); }), "") << "a table that starts anew keeps its limits";
}

TEST(SizeLimits, AStringTableOf2To32TextsWrappedItsNumbers) {
    StringTable table({1000, 2});
    table.add("a");
    table.add("b");
    EXPECT_EQ(failure_of([&] { table.add("c"); }).substr(0, 38), "at least 3 different names or words in");
    EXPECT_FALSE(table.add("b").is_new);
}

TEST(SizeLimits, ChainsOf4GiBWrappedTheirOffsets) {
    ByteChains chains(3 << 16);
    ByteChains::Chain chain;
    const std::string bytes(1 << 16, 'x');
    chains.append(chain, bytes.data(), bytes.size());
    chains.append(chain, bytes.data(), bytes.size());
    const std::string message = failure_of([&] { chains.append(chain, bytes.data(), bytes.size()); });
    EXPECT_EQ(message,
              "at least 262144 bytes of posting lists in memory, of which 196608 are the most that are possible: give "
              "--memory a smaller size");
    EXPECT_LE(chains.memory(), 3U << 16);
}

TEST(SizeLimits, LengthsOf4GiBWrapped) {
    SortArena arena;
    std::string text;
    for (const auto& work : {std::function<void()>([&] { arena.add("key", four_gigabytes()); }),
                             std::function<void()>([&] { arena.add(four_gigabytes(), ""); }),
                             std::function<void()>([&] { append_text(text, four_gigabytes()); })}) {
        EXPECT_EQ(
            failure_of(work),
            "at least 4294967296 bytes of one record, or of what was made of it, of which 4294967295 are the most "
            "that are possible: give --max-record a smaller size");
    }
    EXPECT_EQ(arena.size(), 0U);
    EXPECT_EQ(text, "");
}

/// The id table is a single chunk. max_documents must keep it below max_chunk_bytes, so that a build does not fail
/// after hours, when it writes that chunk.
TEST(SizeLimits, TheIdTableOfTheLargestIndexIsOneChunk) {
    const auto id_table_bytes = [](std::uint64_t documents) {
        return sizeof(std::uint32_t) * (std::uint64_t{format::id_bucket_count(documents)} + 1 + documents);
    };
    EXPECT_EQ(format::encode_id_buckets(std::vector<std::uint32_t>(1001)).size(), id_table_bytes(1001));
    EXPECT_LE(id_table_bytes(format::max_documents), format::max_chunk_bytes);
    EXPECT_GT(id_table_bytes(format::max_documents + 4), format::max_chunk_bytes);
}

TEST(SizeLimits, MoreDocumentsThanAnIndexHoldsFailWhenTheyAreCounted) {
    const TempDir folder;
    std::vector<std::string> lines;
    for (const char digit : {'1', '2', '3'}) {
        lines.push_back(std::string(R"({"store_id":"c0000000-0000-4000-8000-00000000000)") + digit +
                        R"(","business_name":"Three"})");
    }
    write_lines(folder.path("in.jsonl"), lines);
    BuildOptions options;
    options.inputs = {folder.path("in.jsonl")};
    options.output = folder.path("index");
    options.max_documents = 2;
    const auto refused = build_index(options);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              "at least 3 records, of which 2 are the most that are possible: split the input by country into several "
              "indexes");
    options.max_documents = 3;
    EXPECT_TRUE(build_index(options));
}

}  // namespace
}  // namespace bizrec::builder
