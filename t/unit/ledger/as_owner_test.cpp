#include "bizrec/ledger/as_owner.hpp"

#include <grp.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <vector>

namespace bizrec::ledger {
namespace {

constexpr uid_t no_user = static_cast<uid_t>(-1);  // seteuid() refuses it
constexpr gid_t no_group = static_cast<gid_t>(-1);

std::vector<gid_t> groups() {
    std::vector<gid_t> groups(static_cast<std::size_t>(::getgroups(0, nullptr)));
    groups.resize(static_cast<std::size_t>(::getgroups(static_cast<int>(groups.size()), groups.data())));
    return groups;
}

/// Runs each test as root with the supplementary groups 0, 4 and 6. Restores the groups afterwards.
class AsOwnerTest : public ::testing::Test {
protected:
    void SetUp() override {
        const std::vector<gid_t> several{0, 4, 6};
        if (::geteuid() != 0 || ::setgroups(several.size(), several.data()) != 0) {
            GTEST_SKIP() << "root alone may change its groups";
        }
    }
    void TearDown() override { ::setgroups(before_.size(), before_.data()); }

private:
    std::vector<gid_t> before_ = groups();
};

TEST_F(AsOwnerTest, GroupsAreTheOwnersAndThenThoseBefore) {
    const std::vector<gid_t> before = groups();
    {
        const AsOwner owner(12, 34);
        EXPECT_EQ(::geteuid(), 12U);
        EXPECT_EQ(::getegid(), 34U);
        EXPECT_EQ(groups(), std::vector<gid_t>{34});
    }
    EXPECT_EQ(::geteuid(), 0U);
    EXPECT_EQ(::getegid(), 0U);
    EXPECT_EQ(groups(), before);
}

TEST_F(AsOwnerTest, ARefusedUserOrGroupLeavesNoOtherGroups) {
    const std::vector<gid_t> before = groups();
    for (const auto& [user, group] : std::vector<std::pair<uid_t, gid_t>>{{no_user, 34}, {12, no_group}}) {
        AsOwner owner(user, group);
        EXPECT_EQ(::geteuid(), 0U);
        EXPECT_EQ(::getegid(), 0U);
        EXPECT_EQ(groups(), before);
        EXPECT_TRUE(owner.restore());
        EXPECT_EQ(groups(), before);
    }
}

}  // namespace
}  // namespace bizrec::ledger
