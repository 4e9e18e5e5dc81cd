#include "bizrec/store/published_history.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>

#include "t/unit/store/small_index.hpp"
#include "t/unit/store/temp_dir.hpp"

namespace bizrec::store {
namespace {

using test::write_file;

constexpr char first[] = "1111111111111111";
constexpr char second[] = "2222222222222222";
constexpr char third[] = "3333333333333333";

class StandIns : public testing::Test {
protected:
    StandIns() {
        for (const char* generation : {first, second, third}) {
            write_file(index(generation), "an index");
        }
        write_file(folder_.path() + "/history",
                   std::string(first) + "\n" + second + "\nno generation\n" + third + "\n");
        link("current", third);
    }
    std::string index(const std::string& generation) const { return folder_.path() + "/" + generation + ".mdb"; }
    std::string link(const std::string& name, const std::string& generation) const {
        std::string path = folder_.path() + "/" + name;
        ::unlink(path.c_str());
        EXPECT_EQ(::symlink((generation + ".mdb").c_str(), path.c_str()), 0);
        return path;
    }
    std::vector<std::string> of(const std::string& configured, const std::string& newest,
                                const std::string& served) const {
        return stand_ins(configured, index(newest), served);
    }
    std::string current() const { return folder_.path() + "/current"; }

    test::TempDir folder_;
};

using Paths = std::vector<std::string>;

TEST_F(StandIns, AreTheGenerationsBeforeTheNewestFirst) {
    EXPECT_EQ(of(current(), third, ""), (Paths{index(second), index(first)}));
    EXPECT_EQ(of(link("current", second), second, ""), (Paths{index(first)}));
    EXPECT_EQ(of(link("current", first), first, ""), Paths{});
}

TEST_F(StandIns, AreNeverOlderThanWhatServes) {
    EXPECT_EQ(of(current(), third, first), (Paths{index(second), index(first)}));
    EXPECT_EQ(of(current(), third, second), (Paths{index(second)}));
    EXPECT_EQ(of(current(), third, "4444444444444444"), Paths{});
    EXPECT_EQ(of(link("current", second), second, third), Paths{}) << "what was rolled back from";
}

TEST_F(StandIns, AreThereAfterACurrentThatTheHistoryDoesNotKnow) {
    write_file(index("4444444444444444"), "an index");
    const std::string configured = link("current", "4444444444444444");
    EXPECT_EQ(of(configured, "4444444444444444", second), (Paths{index(third), index(second)}));
}

TEST_F(StandIns, AreForTheLinkOfAPublishedFolderAlone) {
    EXPECT_EQ(of(index(third), third, ""), Paths{});
    EXPECT_EQ(of(link("newest", third), third, ""), Paths{});
    ::unlink(current().c_str());
    ASSERT_EQ(::symlink(index(third).c_str(), current().c_str()), 0);
    EXPECT_EQ(of(current(), third, ""), Paths{}) << "a link by an absolute path";
    EXPECT_EQ(of(folder_.path() + "/none", third, ""), Paths{});
}

TEST_F(StandIns, AreThereForALinkThatLeadsNowhere) {
    ::unlink(index(third).c_str());
    EXPECT_EQ(stand_ins(current(), current(), ""), (Paths{index(second), index(first)})) << "the file is gone";
    ::unlink(current().c_str());
    EXPECT_EQ(stand_ins(current(), current(), ""), (Paths{index(second), index(first)})) << "the link is gone";
    write_file(current(), "an index");
    EXPECT_EQ(stand_ins(current(), current(), ""), Paths{}) << "a file in its place means that file";
    ::unlink(current().c_str());
    EXPECT_EQ(stand_ins(current(), index(second), ""), Paths{}) << "it was there when it was resolved";
}

TEST_F(StandIns, AreFilesOfTheFolder) {
    ::unlink(index(second).c_str());
    EXPECT_EQ(of(current(), third, ""), (Paths{index(first)}));
    ASSERT_EQ(::symlink(index(first).c_str(), index(second).c_str()), 0);
    EXPECT_EQ(of(current(), third, ""), (Paths{index(first)})) << "a link of an index's name";
    ::unlink((folder_.path() + "/history").c_str());
    EXPECT_EQ(of(current(), third, ""), Paths{}) << "no history";
}

}  // namespace
}  // namespace bizrec::store
