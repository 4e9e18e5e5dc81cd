#include "bizrec/store/file_system.hpp"

#include <gtest/gtest.h>
#include <linux/magic.h>
#include <unistd.h>

#include "t/unit/store/temp_dir.hpp"

namespace bizrec::store {
namespace {

TEST(FileSystemTest, RemoteOnesAreNamed) {
    EXPECT_STREQ(remote_file_system(NFS_SUPER_MAGIC), "NFS");
    EXPECT_STREQ(remote_file_system(SMB_SUPER_MAGIC), "SMB");
    EXPECT_STREQ(remote_file_system(CIFS_SUPER_MAGIC), "CIFS");
    EXPECT_STREQ(remote_file_system(SMB2_SUPER_MAGIC), "SMB2");
    EXPECT_STREQ(remote_file_system(FUSE_SUPER_MAGIC), "FUSE");
    EXPECT_STREQ(remote_file_system(V9FS_MAGIC), "9P");
    EXPECT_STREQ(remote_file_system(AFS_SUPER_MAGIC), "AFS");
    EXPECT_STREQ(remote_file_system(CODA_SUPER_MAGIC), "Coda");
}

TEST(FileSystemTest, ASignExtendedNumberIsTheSame) {
    EXPECT_STREQ(remote_file_system(0xFFFFFFFFFF534D42U), "CIFS");
}

TEST(FileSystemTest, LocalOnesAreFine) {
    for (const std::uint64_t magic :
         {std::uint64_t{EXT4_SUPER_MAGIC}, std::uint64_t{XFS_SUPER_MAGIC}, std::uint64_t{BTRFS_SUPER_MAGIC},
          std::uint64_t{TMPFS_MAGIC}, std::uint64_t{OVERLAYFS_SUPER_MAGIC}, std::uint64_t{RAMFS_MAGIC}}) {
        EXPECT_EQ(remote_file_system(magic), nullptr) << magic;
    }
}

TEST(FileSystemTest, APathThatIsNotThereHasNoWarning) {
    const test::TempDir dir;
    EXPECT_EQ(file_system_warning(dir.path("missing")), "");
}

TEST(FileSystemTest, AFolderInMemoryHasNoWarning) {
    if (::access("/dev/shm", F_OK) != 0) {
        GTEST_SKIP() << "no /dev/shm here";
    }
    EXPECT_EQ(file_system_warning("/dev/shm"), "");
}

}  // namespace
}  // namespace bizrec::store
