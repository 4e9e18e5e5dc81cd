#include "lmdb_builder/pull/incoming_folder.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <set>

#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

void age(const std::string& folder, std::chrono::minutes minutes) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        std::filesystem::last_write_time(entry, entry.last_write_time() - minutes);
    }
}

TEST(IncomingFolder, EachWrongWayIsRefusedForAnHour) {
    const std::string generation(16, 'a');
    const TempDir root;
    const IncomingFolder incoming(root.path());
    incoming.note_wrong_way(generation, "deltas");
    age(incoming.path(), std::chrono::minutes(50));
    incoming.note_wrong_way(generation, "packed");
    EXPECT_TRUE(incoming.is_wrong_way(generation, "deltas"));
    EXPECT_FALSE(incoming.is_wrong_way(generation, "plain"));
    EXPECT_FALSE(incoming.is_wrong_way(std::string(16, 'b'), "packed"));
    age(incoming.path(), std::chrono::minutes(15));
    EXPECT_FALSE(incoming.is_wrong_way(generation, "deltas")) << "after 65 minutes";
    EXPECT_TRUE(incoming.is_wrong_way(generation, "packed")) << "after 15 minutes";
    incoming.clear(generation);
    EXPECT_FALSE(incoming.is_wrong_way(generation, "packed"));
}

/// A pull calls clear_others() before it fetches, so only the newest generation's notes stay.
TEST(IncomingFolder, NotesOfOlderGenerationsDoNotStay) {
    const std::string older(16, 'a'), newest(16, 'b');
    const TempDir root;
    const IncomingFolder incoming(root.path());
    for (const std::string& generation : {older, newest}) {
        incoming.note_wrong_way(generation, "deltas");
        incoming.note_wrong_way(generation, "packed");
        incoming.refuse(generation, "its hash is wrong");
        incoming.wait(generation, "waits");
    }
    incoming.keep_sequence(7);
    incoming.clear_others(newest);
    std::set<std::string> left;
    for (const auto& entry : std::filesystem::directory_iterator(incoming.path())) {
        left.insert(entry.path().filename());
    }
    EXPECT_EQ(left, (std::set<std::string>{".sequence", newest + ".deltas.wrong", newest + ".newer",
                                           newest + ".packed.wrong", newest + ".refused"}));
    EXPECT_TRUE(incoming.is_wrong_way(newest, "packed")) << "the same bad file is not fetched again";
    EXPECT_EQ(incoming.refusal(newest), "its hash is wrong");
}

}  // namespace
}  // namespace bizrec::builder
