#include "bizrec/store/seal.hpp"

#include <gtest/gtest.h>
#include <lmdb.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

#include "bizrec/format/layout.hpp"
#include "bizrec/store/seal_checker.hpp"
#include "bizrec/store/seal_page.hpp"
#include "bizrec/store/seal_writer.hpp"
#include "bizrec/store/sha256.hpp"
#include "t/unit/store/small_index.hpp"
#include "t/unit/store/temp_dir.hpp"

namespace bizrec::store {
namespace {

using test::read_file;
using test::write_file;

class SealTest : public ::testing::Test {
protected:
    void SetUp() override {
        test::make_small_index(20).write(path_);
        good_ = read_file(path_);
    }

    /// The message for an index with these bytes. It must begin with the path.
    std::string message_for(const std::string& bytes) {
        write_file(path_, bytes);
        const auto seal = check_seal(path_);
        EXPECT_FALSE(seal);
        const std::string message = seal ? "" : seal.error().message;
        EXPECT_EQ(message.rfind(path_ + ": ", 0), 0U) << message;
        return message;
    }

    /// The index with its sealing page changed by `change` and sealed again.
    template <class Change>
    std::string with_page(Change change) {
        SealPage page;
        std::memcpy(page.data(), good_.data() + good_.size() - page.size(), page.size());
        change(page);
        Sha256 own;
        EXPECT_TRUE(sha256(page.data(), seal_field::page_sha256, own));
        std::memcpy(page.data() + seal_field::page_sha256, own.data(), own.size());
        std::string bytes = good_;
        std::memcpy(bytes.data() + bytes.size() - page.size(), page.data(), page.size());
        return bytes;
    }

    std::string with_number(std::size_t offset, std::uint32_t number) {
        return with_page([&](SealPage& page) { std::memcpy(page.data() + offset, &number, sizeof number); });
    }

    static void expect_says(const std::string& message, const char* words) {
        EXPECT_NE(message.find(words), std::string::npos) << message << "\nexpected: " << words;
    }

    test::TempDir dir_;
    std::string path_ = dir_.path("small.bizrec");
    std::string good_;
};

TEST_F(SealTest, AGoodFileIsAccepted) {
    const auto seal = read_seal(path_);
    ASSERT_TRUE(seal) << seal.error().message;
    EXPECT_EQ(seal.value().format_version, format::format_version);
    EXPECT_EQ(seal.value().oldest_reader, format::oldest_reader_version);
    EXPECT_EQ(seal.value().lmdb_bytes, good_.size() - format::page_bytes);
    const auto checked = check_seal(path_);
    ASSERT_TRUE(checked) << checked.error().message;
    EXPECT_EQ(checked.value().sha256, seal.value().sha256);
    EXPECT_EQ(seal.value().generation(), hex(seal.value().sha256).substr(0, 16));
}

TEST_F(SealTest, ThePageIsAsDocumented) {
    const std::string page = good_.substr(good_.size() - 4096);
    EXPECT_EQ(page.substr(0, 8), "BIZRECIX");
    EXPECT_EQ(page.substr(8, 16), std::string("\5\0\0\0\5\0\0\0\4\3\2\1\0\x10\0\0", 16));
    std::uint64_t lmdb_bytes = 0;
    std::memcpy(&lmdb_bytes, page.data() + 24, 8);
    EXPECT_EQ(lmdb_bytes, good_.size() - 4096);
    EXPECT_EQ(page.substr(64, 4000), std::string(4000, '\0'));
    Sha256 digest;
    ASSERT_TRUE(sha256(good_.data(), good_.size() - 4096, digest));
    EXPECT_EQ(std::memcmp(page.data() + 32, digest.data(), 32), 0);
    ASSERT_TRUE(sha256(page.data(), 4064, digest));
    EXPECT_EQ(std::memcmp(page.data() + 4064, digest.data(), 32), 0);
}

TEST_F(SealTest, TellsWhatIsWrong) {
    const std::size_t size = good_.size();
    std::string flipped = good_;
    flipped[size / 2] ^= 1;
    std::string page_flipped = good_;
    page_flipped[size - 100] ^= 1;
    std::string no_magic = good_;
    no_magic[size - 4096] ^= 1;
    std::string zero_start = std::string(8192, '\0') + good_.substr(8192, size - 3 * 4096) + std::string(4096, '\0');
    struct Case {
        const char* words;
        std::string bytes;
    };
    for (const Case& c :
         {Case{"is empty", ""}, Case{"is no index of this program (foreign file)", "hello"},
          Case{"is no index of this program (foreign file)", std::string(100000, 'x')},
          Case{"is a run of `build --shard`, no index: lmdb_builder merge", "\211BIZRUN\n"},
          Case{"is incomplete: it begins with zeros; is it still being copied?", std::string(100000, '\0')},
          Case{"is incomplete: it begins with zeros", good_.substr(0, 10)},
          Case{"is incomplete: it begins with zeros", zero_start},
          Case{"is truncated: it has 12288 bytes, expected", good_.substr(0, 12288)},
          Case{"is it still being built or copied?", good_.substr(0, 5000)},
          Case{"is truncated", good_.substr(0, size - 1)},
          Case{"is incomplete: an LMDB file without its sealing page", good_.substr(0, size - 4096)},
          Case{"and no sealing page at its end", no_magic}, Case{"is damaged: its sealing page has hash", page_flipped},
          Case{"is damaged: its SHA-256 is", flipped}, Case{"is damaged: it has", good_ + "x"},
          Case{"its sealing page states", good_.substr(0, 8192) + good_},
          Case{"rebuild it with lmdb_builder build", flipped}}) {
        expect_says(message_for(c.bytes), c.words);
    }
}

TEST_F(SealTest, TellsVersionsApart) {
    using namespace seal_field;
    expect_says(
        message_for(with_page([](SealPage& page) {
            page[seal_field::format_version] = 9;
            page[seal_field::oldest_reader] = 7;
        })),
        "has index format 9, which needs a reader of format 7 or newer; this program reads up to 6: upgrade it");
    expect_says(message_for(with_number(format_version, 1)), "has index format 1, older than format 3");
    expect_says(message_for(with_number(endian_marker, 0x04030201)), "another byte order");
    expect_says(message_for(with_number(page_size, 65536)), "pages of 65536 bytes, expected 4096");
    expect_says(message_for(with_number(reserved, 1)), "reserved bytes");
    expect_says(message_for(with_number(page_sha256 - 4, 1)), "reserved bytes");
    expect_says(message_for(with_number(lmdb_bytes, 4096)), "states 4096 before itself");
}

TEST_F(SealTest, ANewerFormatThatOldReadersMayReadIsAccepted) {
    write_file(path_, with_number(seal_field::format_version, 4));
    const auto seal = check_seal(path_);
    ASSERT_TRUE(seal) << seal.error().message;
    EXPECT_EQ(seal.value().format_version, 4U);
}

TEST_F(SealTest, TellsMissingDirectoryAndDeviceApart) {
    const auto says = [](const std::string& path, const char* words) {
        const auto seal = read_seal(path);
        ASSERT_FALSE(seal);
        EXPECT_EQ(seal.error().message.rfind(path + ": ", 0), 0U);
        expect_says(seal.error().message, words);
    };
    says(dir_.path("nothing"), "does not exist");
    says(path_ + "/below", "does not exist");
    says(dir_.path(""), "is a directory; name the index file in it");
    says("/dev/null", "is no regular file");
    says("", "is no usable path");
    says(dir_.path(std::string(5000, 'x')), "cannot be opened: File name too long");
    ASSERT_EQ(::mkfifo(dir_.path("pipe").c_str(), 0600), 0);
    says(dir_.path("pipe"), "is no regular file");
    EXPECT_FALSE(read_seal(path_ + std::string("\0x", 2)));
}

TEST_F(SealTest, TellsAForbiddenFile) {
    ASSERT_EQ(::chmod(path_.c_str(), 0), 0);
    const bool root = ::geteuid() == 0;
    if (root) {
        ASSERT_EQ(::seteuid(65534), 0);  // root may read every file; user 65534 may not
    }
    const auto seal = read_seal(path_);
    if (root) {
        ASSERT_EQ(::seteuid(0), 0);
    }
    ASSERT_FALSE(seal);
    expect_says(seal.error().message, "permission denied");
}

TEST_F(SealTest, AForeignLmdbFileIsNoIndex) {
    const std::string path = dir_.path("foreign.mdb");
    MDB_env* env = nullptr;
    ASSERT_EQ(mdb_env_create(&env), 0);
    ASSERT_EQ(mdb_env_open(env, path.c_str(), MDB_NOSUBDIR | MDB_NOLOCK, 0644), 0);
    mdb_env_close(env);
    const auto seal = read_seal(path);
    ASSERT_FALSE(seal);
    expect_says(seal.error().message, "is incomplete: an LMDB file without its sealing page");
}

TEST_F(SealTest, HashingGoesOnPieceByPiece) {
    auto opened = SealChecker::open(path_);
    ASSERT_TRUE(opened) << opened.error().message;
    SealChecker checker = std::move(opened).value();
    EXPECT_EQ(checker.file(), identify_file(path_).value());
    std::uint64_t steps = 0;
    for (;; ++steps) {
        const auto finished = checker.step(1000);
        ASSERT_TRUE(finished) << finished.error().message;
        if (finished.value()) {
            break;
        }
    }
    EXPECT_EQ(steps, (good_.size() - 4096 - 1) / 1000);
    EXPECT_TRUE(checker.step(1000).value()) << "finished stays finished";
    Sha256 whole;
    ASSERT_TRUE(sha256(good_.data(), good_.size(), whole));
    EXPECT_EQ(hex(checker.file_sha256()), hex(whole)) << "as sha256sum prints it";
}

TEST_F(SealTest, AFileThatShrinksWhileItIsHashedIsAnError) {
    auto checker = SealChecker::open(path_);
    ASSERT_TRUE(checker);
    ASSERT_TRUE(checker.value().step(5000));
    ASSERT_EQ(::truncate(path_.c_str(), 4096), 0);
    const auto finished = checker.value().step(1 << 30);
    ASSERT_FALSE(finished);
    expect_says(finished.error().message, "became shorter while it was read");
}

TEST_F(SealTest, ProgressEndsAtTheTotal) {
    std::pair<std::uint64_t, std::uint64_t> last;
    const auto remember = [](std::uint64_t done, std::uint64_t total, void* context) {
        *static_cast<std::pair<std::uint64_t, std::uint64_t>*>(context) = {done, total};
    };
    ASSERT_TRUE(check_seal(path_, remember, &last));
    EXPECT_EQ(last.first, good_.size() - 4096);
    EXPECT_EQ(last.second, last.first);
}

TEST_F(SealTest, OnlyAFinishedLmdbFileIsSealed) {
    const auto again = write_seal(path_);
    ASSERT_FALSE(again);
    expect_says(again.error().message, "is sealed already");
    write_file(path_, "short");
    EXPECT_FALSE(write_seal(path_));
    EXPECT_FALSE(write_seal(dir_.path("nothing")));
}

TEST_F(SealTest, AChangedFileHasAnotherIdentity) {
    const FileIdentity before = identify_file(path_).value();
    EXPECT_EQ(before, identify_file(path_).value());
    EXPECT_EQ(before.size, good_.size());
    write_file(dir_.path("other"), good_);
    EXPECT_FALSE(before == identify_file(dir_.path("other")).value());
    EXPECT_FALSE(identify_file(dir_.path("nothing")));
}

}  // namespace
}  // namespace bizrec::store
