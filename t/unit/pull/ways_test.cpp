#include "lmdb_builder/pull/ways.hpp"

#include <gtest/gtest.h>

#include <random>

namespace bizrec::builder {
namespace {

std::string generation(unsigned number) {
    std::string digits = std::to_string(number);
    return std::string(16 - digits.size(), '0') + digits;
}

DeltaNotice delta(unsigned from, unsigned to, std::uint64_t size) {
    return {std::to_string(from) + "-" + std::to_string(to), generation(from), generation(to), size, {}};
}

CurrentFile file_of(unsigned newest, std::uint64_t packed, std::vector<DeltaNotice> deltas) {
    CurrentFile file;
    file.generation = generation(newest);
    file.size = 1000;
    if (packed > 0) {
        file.packed = PackedFile{packed, {}};
    }
    file.deltas = std::move(deltas);
    return file;
}

std::string told(const std::vector<Way>& ways) {
    std::string text;
    for (const Way& way : ways) {
        text += std::string(name_of(way.kind)) + " " + std::to_string(way.bytes);
        for (const DeltaNotice& step : way.deltas) {
            text += " " + step.file;
        }
        text += ";";
    }
    return text;
}

TEST(WaysTest, TheCheapestComesFirst) {
    EXPECT_EQ(told(ways_to(file_of(3, 0, {}), {})), "plain 1000;");
    EXPECT_EQ(told(ways_to(file_of(3, 300, {}), {})), "packed 300;plain 1000;");
    EXPECT_EQ(told(ways_to(file_of(3, 300, {delta(2, 3, 10)}), {generation(2)})),
              "deltas 10 2-3;packed 300;plain 1000;");
    EXPECT_EQ(told(ways_to(file_of(3, 300, {delta(2, 3, 400)}), {generation(2)})),
              "packed 300;deltas 400 2-3;plain 1000;");
}

TEST(WaysTest, AChainIsTakenWhereItIsCheaper) {
    const auto deltas = {delta(1, 3, 50), delta(2, 3, 10), delta(1, 2, 20)};
    EXPECT_EQ(told(ways_to(file_of(3, 0, deltas), {generation(1)})), "deltas 30 1-2 2-3;plain 1000;");
    EXPECT_EQ(ways_to(file_of(3, 0, deltas), {generation(1)}).front().base, generation(1));
    EXPECT_EQ(told(ways_to(file_of(3, 0, deltas), {generation(1), generation(2)})), "deltas 10 2-3;plain 1000;");
}

TEST(WaysTest, NothingIsFetchedOfWhatIsThere) {
    EXPECT_EQ(told(ways_to(file_of(3, 300, {delta(2, 3, 1)}), {generation(2), generation(3)})),
              "held 0;packed 300;plain 1000;");
}

TEST(WaysTest, DeltasThatLeadNowhereAreNoWay) {
    EXPECT_EQ(told(ways_to(file_of(3, 0, {delta(2, 3, 1)}), {generation(1)})), "plain 1000;");
    EXPECT_EQ(told(ways_to(file_of(3, 0, {delta(1, 2, 1), delta(2, 1, 1)}), {generation(1)})), "plain 1000;");
}

/// The oracle: the bytes of the cheapest path from the generation `at` to the generation of `file`, found by trying
/// every path of at most `steps` deltas.
std::uint64_t cheapest(const CurrentFile& file, const std::string& at, std::size_t steps) {
    constexpr std::uint64_t never = std::uint64_t{1} << 40;
    if (at == file.generation) {
        return 0;
    }
    std::uint64_t best = never;
    for (const DeltaNotice& step : file.deltas) {
        if (steps > 0 && step.from == at) {
            best = std::min(best, step.size + cheapest(file, step.to, steps - 1));
        }
    }
    return best;
}

TEST(WaysTest, AreThoseOfASearchThroughAllChains) {
    std::mt19937 random(7);
    const auto below = [&](unsigned bound) { return static_cast<unsigned>(random() % bound); };
    for (int round = 0; round < 300; ++round) {
        std::vector<DeltaNotice> deltas;
        for (unsigned i = below(9); i > 0; --i) {
            deltas.push_back(delta(below(5), below(5), 1 + below(100)));
        }
        const CurrentFile file = file_of(4, 0, deltas);
        const unsigned held = below(4);
        const std::uint64_t expected = cheapest(file, generation(held), 5);
        const auto ways = ways_to(file, {generation(held)});
        ASSERT_EQ(ways.size() > 1, expected < 1000) << told(ways);
        if (expected < 1000) {
            EXPECT_EQ(ways.front().bytes, expected);
            std::string at = ways.front().base;
            for (const DeltaNotice& step : ways.front().deltas) {
                EXPECT_EQ(step.from, at);
                at = step.to;
            }
            EXPECT_EQ(at, file.generation);
        }
    }
}

}  // namespace
}  // namespace bizrec::builder
