#include "bizrec/format/free_states.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "t/unit/support/random.hpp"

namespace bizrec::format {
namespace {

using search::testing::whole_at_night;

/// The oracle: the smallest base with a free state for each of the bytes, found by trying one base after the other.
std::uint32_t first_fit_by_trying(const std::set<std::uint32_t>& taken, const std::vector<unsigned char>& bytes) {
    for (std::uint32_t base = FreeStates::byte_values;; ++base) {
        if (std::none_of(bytes.begin(), bytes.end(),
                         [&](unsigned char byte) { return taken.count(base + byte) != 0; })) {
            return base;
        }
    }
}

TEST(FreeStates, AreThoseOfTryingOneBaseAfterTheOther) {
    std::mt19937 random(6);
    for (int round = 0; round < whole_at_night(20, 5); ++round) {
        FreeStates free;
        std::set<std::uint32_t> taken;
        for (int parent = 0; parent < 300; ++parent) {
            std::set<unsigned char> children;
            const unsigned most = random() % 8 == 0 ? 60 : 3;
            for (auto i = random() % most + 1; i > 0; --i) {
                children.insert(static_cast<unsigned char>(round % 2 == 0 ? random() : 'a' + random() % 26));
            }
            const std::vector<unsigned char> bytes(children.begin(), children.end());
            const std::uint32_t base = free.first_fit(bytes);
            ASSERT_EQ(base, first_fit_by_trying(taken, bytes)) << "parent " << parent << " of round " << round;
            for (const unsigned char byte : bytes) {
                free.take(base + byte);
                taken.insert(base + byte);
            }
        }
    }
}

}  // namespace
}  // namespace bizrec::format
