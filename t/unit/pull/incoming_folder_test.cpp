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

std::set<std::string> files_of(const IncomingFolder& incoming) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(incoming.path())) {
        names.insert(entry.path().filename());
    }
    return names;
}

/// Before, a publisher that went to another generation and back made each edge fetch the same wrong bytes again.
TEST(IncomingFolder, ARefusalSurvivesThatThePublisherGoesToAnotherGenerationAndBack) {
    const std::string bad(16, 'a'), other(16, 'b');
    const TempDir root;
    IncomingFolder incoming(root.path());
    incoming.set_circumstances("keys 1");
    for (const std::string& generation : {bad, other}) {
        incoming.refuse(generation, "its hash is wrong");
        incoming.note_wrong_way(generation, "packed");
        incoming.wait(generation, "waits");
        incoming.write(generation + ".mdb", "half");
    }
    incoming.keep_sequence(7);
    incoming.clear_others(other);
    EXPECT_EQ(files_of(incoming),
              (std::set<std::string>{".sequence", bad + ".packed.wrong", bad + ".refused", other + ".mdb",
                                     other + ".newer", other + ".packed.wrong", other + ".refused"}));
    EXPECT_EQ(incoming.refusal(bad), "its hash is wrong");
    EXPECT_TRUE(incoming.is_wrong_way(bad, "packed"));
}

TEST(IncomingFolder, RefusalsOfOtherGenerationsAreRemovedAfterAnHour) {
    const std::string bad(16, 'a'), other(16, 'b');
    const TempDir root;
    const IncomingFolder incoming(root.path());
    incoming.refuse(bad, "its hash is wrong");
    incoming.note_wrong_way(bad, "packed");
    age(incoming.path(), std::chrono::minutes(61));
    incoming.clear_others(other);
    EXPECT_EQ(files_of(incoming), std::set<std::string>{});
}

/// The message of a refusal says that deleting its note ends it. It did not, because each way was still noted as wrong.
TEST(IncomingFolder, ARefusalTakesThePlaceOfItsWrongWays) {
    const std::string generation(16, 'a');
    const TempDir root;
    const IncomingFolder incoming(root.path());
    incoming.note_wrong_way(generation, "packed");
    incoming.note_wrong_way(generation, "plain");
    incoming.refuse(generation, "its hash is wrong");
    EXPECT_EQ(files_of(incoming), std::set<std::string>{generation + ".refused"});
}

TEST(IncomingFolder, ARefusalEndsWithItsCircumstances) {
    const std::string generation(16, 'a');
    const TempDir root;
    IncomingFolder incoming(root.path());
    incoming.set_circumstances("keys 1");
    incoming.refuse(generation, "unknown key\nof two lines\n");
    incoming.note_wrong_way(generation, "deltas");
    EXPECT_EQ(incoming.refusal(generation), "unknown key\nof two lines");
    EXPECT_TRUE(incoming.is_wrong_way(generation, "deltas"));
    incoming.set_circumstances("keys 12");
    EXPECT_EQ(incoming.refusal(generation), std::nullopt);
    EXPECT_FALSE(incoming.is_wrong_way(generation, "deltas"));
}

}  // namespace
}  // namespace bizrec::builder
