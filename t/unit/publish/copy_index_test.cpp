#include "lmdb_builder/publish/copy_index.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "bizrec/store/fd.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

class LinkIndex : public ::testing::Test {
protected:
    LinkIndex() {
        write_file(from_, "an index");
        ::chmod(from_.c_str(), 0640);
        index_.path = from_;
        index_.file.fd = store::FileDescriptor(::open(from_.c_str(), O_RDONLY | O_CLOEXEC));
    }

    mode_t mode() const {
        struct stat status {};
        EXPECT_EQ(::stat(from_.c_str(), &status), 0);
        return status.st_mode & 07777;
    }

    const TempDir dir_;
    const std::string from_ = dir_.path("index.mdb"), to_ = dir_.path("published.mdb");
    store::OpenIndex index_;
};

TEST_F(LinkIndex, MakesBothNamesReadOnly) {
    EXPECT_TRUE(link_index(index_, to_));
    EXPECT_EQ(mode(), 0444U);
    EXPECT_TRUE(std::filesystem::equivalent(from_, to_));
}

TEST_F(LinkIndex, AFileThatIsStillWrittenKeepsItsMode) {
    const store::FileDescriptor writer(::open(from_.c_str(), O_WRONLY | O_CLOEXEC));
    if (link_index(index_, to_)) {
        GTEST_SKIP() << "a file system without leases";
    }
    EXPECT_EQ(mode(), 0640U);
    EXPECT_FALSE(std::filesystem::exists(to_));
}

}  // namespace
}  // namespace bizrec::builder
