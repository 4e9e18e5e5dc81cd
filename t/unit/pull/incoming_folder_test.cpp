#include "lmdb_builder/pull/incoming_folder.hpp"

#include <gtest/gtest.h>

#include <chrono>

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

}  // namespace
}  // namespace bizrec::builder
