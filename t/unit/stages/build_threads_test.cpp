// The same set of records gives the same file for any number of threads, amount of memory and order of records.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "lmdb_builder/stages/build_index.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t common_memory = 64U << 20;

/// Records with few places, chains and words, so that lists of every form occur: inline, blocks, groups, bitmaps and
/// pairs. They fill several batches of documents, and some of them are long.
std::vector<std::string> random_records(std::uint32_t seed, std::size_t count) {
    std::mt19937 random(seed);
    const auto word = [&random](std::uint32_t common, std::uint32_t rare) {
        return "word" + std::to_string(random() % 3 == 0 ? common + random() % rare : random() % common);
    };
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < count; ++i) {
        char id[48];
        std::snprintf(id, sizeof id, "%08x-0000-4000-8000-%012zx", static_cast<unsigned>(random()), i);
        const std::string city = "City" + std::to_string(random() % 40);
        std::string line = std::string(R"({"store_id":")") + id + R"(","business_name":")" + word(6, 2000) + ' ' +
                           word(6, 2000) + R"(","city":")" + city + R"(","country":"US","state":"TX","zip_code":")" +
                           std::to_string(70000 + random() % 50) + R"(","latitude":)" +
                           std::to_string(30.0 + static_cast<double>(random() % 1000) / 1000.0) + R"(,"longitude":)" +
                           std::to_string(-97.0 + static_cast<double>(random() % 1000) / 1000.0);
        line += R"(,"website_url":"https://)" + word(40, 3000) + R"(.example/stores/)" + std::to_string(i) + '"';
        line += R"(,"business_categories":[")" + word(5, 30) + R"("],"store_description":")";
        for (std::uint64_t words = random() % 500 == 0 ? 20000 : random() % 12; words > 0; --words) {
            line += word(30, 3000) + ' ';
        }
        lines.push_back(line + R"("})");
    }
    return lines;
}

struct BuildResult {
    std::string bytes;
    std::map<std::string, std::uint64_t> stages;  ///< for each reported stage, the progress at its end
};

BuildResult build(const std::vector<std::string>& lines, unsigned threads, std::uint64_t memory) {
    const TempDir folder;
    write_lines(folder.path("in.jsonl"), lines);
    BuildOptions options;
    options.inputs = {folder.path("in.jsonl")};
    options.output = folder.path("index");
    options.memory_bytes = memory;
    options.threads = threads;
    BuildResult result;
    std::string last_stage;
    std::uint64_t last_done = 0;
    const auto summary =
        build_index(options, [&](const char* stage, std::uint64_t done, std::uint64_t total, std::uint64_t) {
            EXPECT_TRUE(stage != last_stage || done >= last_done) << stage << " goes back";
            EXPECT_TRUE(total == 0 || done <= total) << stage;
            last_stage = stage;
            last_done = result.stages[stage] = done;
        });
    EXPECT_TRUE(summary) << summary.error().message;
    result.bytes = read_file(options.output);
    return result;
}

TEST(BuildThreads, TheSameBytesWhateverThreadsMemoryAndOrder) {
    constexpr std::uint32_t seed = 20261121;
    std::vector<std::string> lines = random_records(seed, 6000);
    const BuildResult want = build(lines, 1, common_memory);
    ASSERT_GT(want.bytes.size(), std::size_t{2} << 20);
    for (const unsigned threads : {1U, 2U, 4U}) {
        for (const std::uint64_t memory : {std::uint64_t{64} << 10, common_memory}) {
            std::shuffle(lines.begin(), lines.end(), std::mt19937(threads));
            const BuildResult got = build(lines, threads, memory);
            EXPECT_TRUE(got.bytes == want.bytes) << threads << " threads, " << memory << " bytes of memory";
        }
    }
}

TEST(BuildThreads, EveryPartOfTheWritingReportsProgress) {
    const BuildResult result = build(random_records(7, 3000), 2, common_memory);
    EXPECT_EQ(result.stages.at("writing"), 3000U);
    EXPECT_GT(result.stages.at("indexing"), 3000U) << "counted in postings";
    EXPECT_GE(result.stages.at("sealing") + 4096, result.bytes.size());
}

}  // namespace
}  // namespace bizrec::builder
