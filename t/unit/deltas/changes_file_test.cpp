// A file of changes: entries are read back as written, from any position. A page is found by bisection, in few reads.
// Damaged files are refused.
#include "bizrec/store/changes_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <random>

#include "lmdb_builder/deltas/changes_writer.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

using format::ChangeKind;
using store::ChangeEntry;
using store::ChangesFile;

const std::string since(16, 'a'), until(16, 'b');

struct KeptChange {
    format::Uuid id{};
    ChangeKind kind = ChangeKind::removed;
    std::vector<std::string> pointers;
};

format::Uuid id_of(std::uint32_t number) {
    format::Uuid id{};
    for (std::size_t i = 0; i < 4; ++i) {
        id[12 + i] = static_cast<unsigned char>(number >> (24 - 8 * i));
    }
    return id;
}

/// Changes with the ids 2, 4, 6 …
std::vector<KeptChange> some_changes(std::uint32_t count) {
    std::vector<KeptChange> changes;
    for (std::uint32_t i = 1; i <= count; ++i) {
        KeptChange change{id_of(2 * i), static_cast<ChangeKind>(i % 3), {}};
        if (change.kind == ChangeKind::changed && i % 2 == 0) {
            change.pointers = {"/a" + std::to_string(i % 7), "/b/\xC3\xA4"};
        }
        changes.push_back(std::move(change));
    }
    return changes;
}

class ChangesFileTest : public ::testing::Test {
protected:
    std::string path() const { return folder_.path() + "/x.changes"; }

    void write(const std::vector<KeptChange>& changes) {
        ::unlink(path().c_str());
        ChangesWriter writer(path(), since, until);
        for (const KeptChange& change : changes) {
            writer.add(change.kind, change.id, change.pointers);
        }
        bytes_ = writer.finish();
    }
    std::unique_ptr<ChangesFile> open() {
        auto file = ChangesFile::open(path(), since, until);
        EXPECT_TRUE(file) << file.error().message;
        return file ? std::move(file).value() : nullptr;
    }
    /// All entries from the current position to the end.
    static std::vector<KeptChange> drained(ChangesFile& file) {
        std::vector<KeptChange> changes;
        for (ChangeEntry entry;;) {
            const auto read = file.next(entry);
            EXPECT_TRUE(read) << read.error().message;
            if (!read || !read.value()) {
                return changes;
            }
            changes.push_back({entry.id, entry.kind, {}});
            EXPECT_TRUE(file.read_pointers(entry, changes.back().pointers));
        }
    }

    TempDir folder_;
    std::uint64_t bytes_ = 0;
};

bool same(const std::vector<KeptChange>& a, const std::vector<KeptChange>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const KeptChange& x, const KeptChange& y) {
        return x.id == y.id && x.kind == y.kind && x.pointers == y.pointers;
    });
}

TEST_F(ChangesFileTest, IsReadAsItWasWritten) {
    for (const std::uint32_t count : {0U, 1U, 2U, 169U, 170U, 171U, 340U, 1000U}) {
        const auto changes = some_changes(count);
        write(changes);
        const auto file = open();
        ASSERT_NE(file, nullptr);
        EXPECT_EQ(file->entries(), count);
        EXPECT_TRUE(same(drained(*file), changes)) << count;
    }
}

TEST_F(ChangesFileTest, IsReadFromAnyPlace) {
    const auto changes = some_changes(1000);
    write(changes);
    const auto file = open();
    for (std::uint32_t number = 0; number <= 2003; ++number) {
        for (const bool behind : {false, true}) {
            ASSERT_TRUE(file->seek(id_of(number), behind));
            ChangeEntry entry;
            const auto read = file->next(entry);
            const std::uint32_t next = behind ? number / 2 * 2 + 2 : std::max((number + 1) / 2 * 2, 2U);
            ASSERT_EQ(read && read.value(), next <= 2000) << number;
            EXPECT_TRUE(next > 2000 || entry.id == id_of(next)) << number;
        }
    }
}

TEST_F(ChangesFileTest, APageCostsWhatItTells) {
    write(some_changes(170 * 1024));
    const auto file = open();
    ASSERT_TRUE(file->seek(id_of(170 * 1024), true));
    ChangeEntry entry;
    for (int i = 0; i < 500; ++i) {
        ASSERT_TRUE(file->next(entry).value());
    }
    EXPECT_LE(file->pages_read(), 10U + 1 + 1 + 3) << "a bisection of 1,024 pages, the page that it found, three more";
}

TEST_F(ChangesFileTest, AListOfPointersIsThereOnceAndNotTooLong) {
    auto changes = some_changes(600);
    write(changes);
    const std::uint64_t few = bytes_;
    for (KeptChange& change : changes) {
        change.pointers = change.kind == ChangeKind::changed ? std::vector<std::string>{"/a1", "/b/\xC3\xA4"}
                                                             : std::vector<std::string>();
    }
    write(changes);
    EXPECT_LT(bytes_, few);
    changes = some_changes(3);
    changes[1].kind = changes[2].kind = ChangeKind::changed;
    changes[1].pointers = {std::string(70000, 'x')};
    changes[2].pointers = std::vector<std::string>(257, "/x");
    write(changes);
    changes[1].pointers = changes[2].pointers = {""};
    EXPECT_TRUE(same(drained(*open()), changes)) << "the record as a whole";
}

TEST_F(ChangesFileTest, OtherFilesAreRefused) {
    const auto none = ChangesFile::open(path(), since, until);
    EXPECT_TRUE(none && none.value() == nullptr) << "no file is no error";
    EXPECT_FALSE(ChangesFile::open(folder_.path(), since, until)) << "a folder";
    write(some_changes(400));
    EXPECT_FALSE(ChangesFile::open(path(), until, since)) << "of other generations";
    ASSERT_EQ(::truncate(path().c_str(), static_cast<off_t>(bytes_ - 1)), 0);
    EXPECT_FALSE(ChangesFile::open(path(), since, until)) << "cut off";
}

TEST_F(ChangesFileTest, NoSpoiltByteIsBelieved) {
    const auto changes = some_changes(200);
    write(changes);
    ASSERT_EQ(::chmod(path().c_str(), 0600), 0);
    const store::FileDescriptor writable(::open(path().c_str(), O_RDWR | O_CLOEXEC));
    ASSERT_GE(writable.get(), 0);
    std::mt19937 random(7);
    for (std::uint64_t at = 0; at < bytes_; at += at < 16 || at + 400 > bytes_ ? 1 : random() % 40 + 1) {
        unsigned char byte = 0;
        ASSERT_TRUE(store::read_at(writable.get(), &byte, 1, at));
        const auto spoilt = static_cast<unsigned char>(byte ^ (1U << random() % 8));
        ASSERT_TRUE(store::write_at(writable.get(), &spoilt, 1, at));
        const auto opened = ChangesFile::open(path(), since, until);
        bool is_refused = !opened;
        ChangeEntry entry;
        std::vector<std::string> pointers;
        while (!is_refused) {
            const auto read = opened.value()->next(entry);
            is_refused = !read || (read.value() && !opened.value()->read_pointers(entry, pointers));
            if (!is_refused && !read.value()) {
                break;
            }
        }
        EXPECT_TRUE(is_refused) << "byte " << at;
        ASSERT_TRUE(store::write_at(writable.get(), &byte, 1, at));
    }
    EXPECT_TRUE(same(drained(*open()), changes));
}

}  // namespace
}  // namespace bizrec::builder
