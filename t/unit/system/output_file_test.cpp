#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/output_file.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

namespace fs = std::filesystem;

class OutputFileTest : public ::testing::Test {
protected:
    std::size_t entries() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
    }
    static std::string failure(const std::string& path, bool overwrite) {
        try {
            OutputFile output(path, overwrite);
        } catch (const BuildFailure& f) {
            return f.what();
        }
        return "";
    }

    const TempDir folder_;
};

TEST_F(OutputFileTest, PublishesByRenameReadOnlyAndLeavesNothingElse) {
    const std::string path = folder_.path("index");
    {
        OutputFile output(path, false);
        write_file(output.temporary(), "new");
        EXPECT_FALSE(fs::exists(path));
        output.publish();
    }
    EXPECT_EQ(read_file(path), "new");
    EXPECT_EQ(fs::status(path).permissions(), fs::perms(0444));
    EXPECT_EQ(entries(), 1U);
}

TEST_F(OutputFileTest, AnUnpublishedFileLeavesTheOldOne) {
    const std::string path = folder_.path("index");
    write_file(path, "old");
    {
        OutputFile output(path, true);
        write_file(output.temporary(), "new");
    }
    EXPECT_EQ(read_file(path), "old");
    EXPECT_EQ(entries(), 1U);
}

TEST_F(OutputFileTest, RefusesWhatExistsAndSaysHowToReplaceIt) {
    const std::string path = folder_.path("index");
    write_file(path, "old");
    const std::string message = failure(path, false);
    EXPECT_NE(message.find(path), std::string::npos) << message;
    EXPECT_NE(message.find("--force"), std::string::npos) << message;
    EXPECT_NE(failure(folder_.path(), true).find("no regular file"), std::string::npos);
    EXPECT_NE(failure(folder_.path("missing/index"), true).find("missing"), std::string::npos);
    EXPECT_EQ(entries(), 1U);
}

TEST_F(OutputFileTest, TwoBuildsOfOneOutputAreRefused) {
    const std::string path = folder_.path("index");
    OutputFile first(path, false);
    EXPECT_NE(failure(path, false).find("another build is writing"), std::string::npos);
}

TEST_F(OutputFileTest, SweepsWhatAKilledBuildLeft) {
    const std::string path = folder_.path("index");
    fs::create_directory(path + ".building");
    write_file(path + ".building/index", "half");
    {
        OutputFile output(path, false);
        EXPECT_FALSE(fs::exists(output.temporary()));
    }
    EXPECT_EQ(entries(), 0U);
}

/// Without --force, a file that appears during a build must not be overwritten. The new file is then published as
/// "index.built".
TEST_F(OutputFileTest, AFileThatAppearsMeanwhileStaysAndTheNewOneIsNextToIt) {
    const std::string path = folder_.path("index");
    {
        OutputFile output(path, false);
        ASSERT_GE(output.create().get(), 0);
        write_file(output.temporary(), "new");
        write_file(path, "another's");
        EXPECT_THROW(output.publish(), BuildFailure);
    }
    EXPECT_EQ(read_file(path), "another's");
    EXPECT_EQ(read_file(path + ".built"), "new");
    EXPECT_EQ(entries(), 2U);
}

TEST_F(OutputFileTest, TheNewFileIsThisUsersAloneUntilItIsWhole) {
    OutputFile output(folder_.path("index"), false);
    const store::FileDescriptor file = output.create();
    EXPECT_EQ(fs::status(output.temporary()).permissions(), fs::perms(0600));
    EXPECT_EQ(fs::status(folder_.path("index.building")).permissions(), fs::perms(0700));
    EXPECT_THROW(output.create(), BuildFailure) << "exclusively";
}

/// The folder is reached by its descriptor, so a folder that replaces it at its path gets no file.
TEST_F(OutputFileTest, AnExchangedFolderIsNotFollowed) {
    fs::create_directory(folder_.path("a"));
    fs::create_directory(folder_.path("victim"));
    write_file(folder_.path("victim/index"), "mine");
    OutputFile output(folder_.path("a/index"), true);
    ASSERT_GE(output.create().get(), 0);
    fs::rename(folder_.path("a"), folder_.path("moved"));
    fs::create_directory_symlink(folder_.path("victim"), folder_.path("a"));
    output.publish();
    EXPECT_EQ(read_file(folder_.path("victim/index")), "mine");
    EXPECT_TRUE(fs::is_regular_file(folder_.path("moved/index")));
}

TEST_F(OutputFileTest, DescriptorsByName) {
    EXPECT_EQ(descriptor_named_by("/dev/stdout"), 1);
    EXPECT_EQ(descriptor_named_by("/dev/stderr"), 2);
    EXPECT_EQ(descriptor_named_by("/dev/fd/63"), 63);
    EXPECT_EQ(descriptor_named_by("/proc/self/fd/4"), 4);
    EXPECT_EQ(descriptor_named_by("/dev/fd/1048575"), 1048575);
    for (const char* const path : {"", "/dev/fd/", "/dev/fd/x", "/dev/fd/1/2", "/dev/fd/-1", "/dev/fd/-0",
                                   "/dev/fd/3000000000", "/dev/fd/12345678901", "/dev/std", "1"}) {
        EXPECT_EQ(descriptor_named_by(path), -1) << path;
    }
}

TEST_F(OutputFileTest, FolderOfAPath) {
    EXPECT_EQ(folder_of("index"), ".");
    EXPECT_EQ(folder_of("/index"), "/");
    EXPECT_EQ(folder_of("a/b/index"), "a/b");
}

}  // namespace
}  // namespace bizrec::builder
