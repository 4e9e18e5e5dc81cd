#include "bizrec/store/index_writer.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <random>

#include "bizrec/identity/identity.hpp"
#include "bizrec/store/generation.hpp"
#include "t/unit/store/small_index.hpp"
#include "t/unit/store/temp_dir.hpp"

namespace bizrec::store {
namespace {

using format::Section;
using test::read_file;

TEST(IndexWriter, TheSameCallsGiveTheSameBytes) {
    const test::TempDir dir;
    const auto index = test::make_small_index(2000);
    const Seal first = index.write(dir.path("first"));
    const Seal second = index.write(dir.path("a-second-name"));
    EXPECT_EQ(first.sha256, second.sha256);
    EXPECT_TRUE(read_file(dir.path("first")) == read_file(dir.path("a-second-name")));
}

TEST(IndexWriter, AnExistingFileIsNotTouched) {
    const test::TempDir dir;
    test::write_file(dir.path("old"), "old");
    const auto writer = IndexWriter::create(dir.path("old"));
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().message, dir.path("old") + ": exists already, and an index is written only to a new file");
    EXPECT_EQ(read_file(dir.path("old")), "old");
    EXPECT_FALSE(IndexWriter::create(dir.path("no/folder")));
}

TEST(IndexWriter, AnUnfinishedFileIsRemoved) {
    const test::TempDir dir;
    {
        auto writer = IndexWriter::create(dir.path("new"));
        ASSERT_TRUE(writer) << writer.error().message;
        ASSERT_TRUE(writer.value()->append(Section::content, "x", 1));
        EXPECT_TRUE(test::file_exists(dir.path("new")));
    }
    EXPECT_FALSE(test::file_exists(dir.path("new")));
    EXPECT_FALSE(test::file_exists(dir.path("new-lock")));
}

TEST(IndexWriter, PublishedFilesAreReadableByOthersAsTheUmaskAllows) {
    const test::TempDir dir;
    const mode_t old = ::umask(022);
    test::make_small_index(3).write(dir.path("open"));
    ::umask(027);
    test::make_small_index(3).write(dir.path("group"));
    ::umask(old);
    struct stat s {};
    ASSERT_EQ(::stat(dir.path("open").c_str(), &s), 0);
    EXPECT_EQ(s.st_mode & 0777U, 0644U);
    ASSERT_EQ(::stat(dir.path("group").c_str(), &s), 0);
    EXPECT_EQ(s.st_mode & 0777U, 0640U);
}

TEST(IndexWriter, SectionsMustAscend) {
    const test::TempDir dir;
    auto created = IndexWriter::create(dir.path("new"));
    ASSERT_TRUE(created);
    IndexWriter& writer = *created.value();
    ASSERT_TRUE(writer.append(Section::quality, "x", 1));
    const auto status = writer.append(Section::content, "x", 1);
    ASSERT_FALSE(status);
    EXPECT_NE(status.error().message.find("section content must come before section quality"), std::string::npos);
    EXPECT_FALSE(writer.append(Section::places, "x", 1)) << "a failed file cannot be finished";
    EXPECT_FALSE(writer.finish({}));
}

TEST(IndexWriter, FinishesOnce) {
    const test::TempDir dir;
    auto writer = IndexWriter::create(dir.path("new"));
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer.value()->finish({}));
    EXPECT_FALSE(writer.value()->finish({}));
    EXPECT_FALSE(writer.value()->append(Section::meta, "x", 1));
    writer.value().reset();
    EXPECT_TRUE(test::file_exists(dir.path("new"))) << "a finished file stays";
}

TEST(IndexWriter, RefusesAChunkThatLmdbCannotHold) {
    const test::TempDir dir;
    auto writer = IndexWriter::create(dir.path("new"));
    ASSERT_TRUE(writer);
    const char byte = 0;
    // It must be refused without reading the bytes, because only one exists.
    const auto status = writer.value()->append(Section::content, &byte, std::size_t{1} << 32);
    ASSERT_FALSE(status);
    EXPECT_NE(status.error().message.find("section content, chunk 0: has 4294967296 bytes"), std::string::npos);
}

/// Writes values much larger than a page, with several commits and growths of the mapping, twice. The same bytes come
/// back.
TEST(IndexWriter, GreatChunksSurviveCommitsAndGrowth) {
    const test::TempDir dir;
    const std::vector<std::size_t> sizes = {0, 1, 4079, 4080, 4081, 8176, 8177, 20'000'000, 5'000'000, 70'000'000, 12};
    std::vector<std::string> chunks;
    std::mt19937_64 random(3);
    for (const std::size_t size : sizes) {
        std::string chunk(size, static_cast<char>('a' + chunks.size()));
        for (std::size_t at = 0; at < size; at += 997) {
            chunk[at] = static_cast<char>(random());
        }
        chunks.push_back(std::move(chunk));
    }
    Seal seals[2];
    for (int round = 0; round < 2; ++round) {
        const std::string path = dir.path("great" + std::to_string(round));
        auto writer = IndexWriter::create(path);
        ASSERT_TRUE(writer);
        for (const std::string& chunk : chunks) {
            const auto status = writer.value()->append(Section::content, chunk.data(), chunk.size());
            ASSERT_TRUE(status) << status.error().message;
        }
        const auto seal = writer.value()->finish({});
        ASSERT_TRUE(seal) << seal.error().message;
        seals[round] = seal.value();
    }
    EXPECT_EQ(seals[0].sha256, seals[1].sha256);
    const std::string file = read_file(dir.path("great0"));
    EXPECT_EQ(file.size(), seals[0].lmdb_bytes + format::page_bytes);
    std::size_t found = 0;
    for (const std::string& chunk : chunks) {
        found += file.find(chunk) != std::string::npos ? 1U : 0U;
    }
    EXPECT_EQ(found, chunks.size());
    EXPECT_LT(file.size(), 95'100'000U + 30 * format::page_bytes) << "freed pages are used again";
}

/// A limit on the file size acts as a full disk: the writer returns an error that names the file, and leaves no file.
TEST(IndexWriter, AFullDiskIsAnError) {
    const test::TempDir dir;
    struct rlimit old {};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    const std::string chunk(1'000'000, 'x');
    for (const rlim_t limit : {8192U, 65536U, 3'000'000U, 5'013'504U, 5'050'000U}) {
        const struct rlimit low { limit, old.rlim_max };
        ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &low), 0);
        std::string message;
        {
            auto writer = IndexWriter::create(dir.path("new"));
            if (!writer) {
                message = writer.error().message;
            } else {
                for (int i = 0; i < 5; ++i) {
                    (void)writer.value()->append(Section::content, chunk.data(), chunk.size());
                }
                const auto seal = writer.value()->finish({});
                message = seal ? "" : seal.error().message;
            }
        }
        ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
        EXPECT_EQ(message.rfind(dir.path("new") + ": ", 0), 0U) << limit << ": " << message;
        EXPECT_FALSE(test::file_exists(dir.path("new"))) << limit;
    }
    std::signal(SIGXFSZ, old_handler);
}

}  // namespace
}  // namespace bizrec::store
