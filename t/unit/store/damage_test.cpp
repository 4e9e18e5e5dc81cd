#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "bizrec/store/generation.hpp"
#include "t/unit/store/small_index.hpp"
#include "t/unit/store/temp_dir.hpp"
#include "t/unit/support/random.hpp"

/// Many damaged files: each is refused with a message, or is bit for bit the undamaged file.
namespace bizrec::store {
namespace {

using search::testing::whole_at_night;

constexpr std::uint64_t seed = 20261120;
constexpr std::size_t sector = 512;
constexpr std::size_t page = 4096;

using Random = std::mt19937_64;
using Damage = void (*)(std::string& file, Random& random);

/// A random place in the file: half of the time anywhere, otherwise in the pages with the most important values.
std::size_t place_in(const std::string& file, Random& random) {
    switch (random() % 4) {
        case 0:
            return file.size() - 1 - random() % page;
        case 1:
            return random() % (2 * page);
        default:
            return random() % file.size();
    }
}

std::size_t block_in(const std::string& file, std::size_t size, Random& random) {
    return place_in(file, random) / size * size;
}

void fill(std::string& file, std::size_t begin, std::size_t size, Random& random) {
    for (std::size_t i = begin; i < begin + size; ++i) {
        file[i] = static_cast<char>(random());
    }
}

void copy_block(std::string& file, std::size_t size, Random& random) {
    const std::string block = file.substr(block_in(file, size, random), size);
    file.replace(block_in(file, size, random), size, block);
}

const struct {
    const char* name;
    Damage damage;
} kinds[] = {
    {"one bit", [](std::string& f, Random& r) { f[place_in(f, r)] ^= static_cast<char>(1U << r() % 8); }},
    {"one byte", [](std::string& f, Random& r) { f[place_in(f, r)] = static_cast<char>(r()); }},
    {"many bytes",
     [](std::string& f, Random& r) {
         for (std::size_t n = r() % 100 + 2; n-- != 0;) {
             f[place_in(f, r)] = static_cast<char>(r());
         }
     }},
    {"a random sector", [](std::string& f, Random& r) { fill(f, block_in(f, sector, r), sector, r); }},
    {"a zero sector", [](std::string& f, Random& r) { f.replace(block_in(f, sector, r), sector, sector, '\0'); }},
    {"a random page", [](std::string& f, Random& r) { fill(f, block_in(f, page, r), page, r); }},
    {"a zero page", [](std::string& f, Random& r) { f.replace(block_in(f, page, r), page, page, '\0'); }},
    {"a page in another's place", [](std::string& f, Random& r) { copy_block(f, page, r); }},
    {"a sector in another's place", [](std::string& f, Random& r) { copy_block(f, sector, r); }},
    {"cut anywhere", [](std::string& f, Random& r) { f.resize(r() % f.size()); }},
    {"cut at a page", [](std::string& f, Random& r) { f.resize(block_in(f, page, r)); }},
    {"a page missing", [](std::string& f, Random& r) { f.erase(block_in(f, page, r), page); }},
    {"a byte too much", [](std::string& f, Random& r) { f.insert(place_in(f, r), 1, static_cast<char>(r())); }},
    {"bytes appended", [](std::string& f, Random& r) { f.append(r() % (2 * page) + 1, static_cast<char>(r())); }},
};

template <class T>
void expect_sentence(const Result<T>& result, const std::string& path) {
    ASSERT_FALSE(result);
    ASSERT_EQ(result.error().message.rfind(path + ": ", 0), 0U) << result.error().message;
}

TEST(Damage, EveryDamagedFileIsRefused) {
    const test::TempDir dir;
    const std::string path = dir.path("i");
    test::make_small_index(300).write(path);
    const std::string good = test::read_file(path);
    Random random(seed);
    const int rounds_per_kind = whole_at_night(220);
    int refused = 0;
    int harmless = 0;
    for (const auto& kind : kinds) {
        for (int round = 0; round < rounds_per_kind; ++round) {
            SCOPED_TRACE(std::string(kind.name) + ", round " + std::to_string(round));
            std::string bytes = good;
            kind.damage(bytes, random);
            test::write_file(path, bytes);
            (void)read_seal(path);  // must not crash; it reads only the seal, so it may accept the file
            const auto checked = check_seal(path);
            const auto opened = Generation::open(path, Generation::Check::hash);
            if (bytes == good) {
                ++harmless;
                ASSERT_TRUE(checked);
                ASSERT_TRUE(opened);
            } else {
                ++refused;
                ASSERT_NO_FATAL_FAILURE(expect_sentence(checked, path));
                ASSERT_NO_FATAL_FAILURE(expect_sentence(opened, path));
            }
        }
    }
    EXPECT_EQ(refused + harmless, rounds_per_kind * static_cast<int>(std::size(kinds)));
    EXPECT_GE(refused, whole_at_night(2400));
}

TEST(Damage, EveryPageBoundaryAndItsNeighboursAreRefusedAsLength) {
    const test::TempDir dir;
    const std::string path = dir.path("i");
    test::make_small_index(300).write(path);
    const std::string good = test::read_file(path);
    for (std::size_t at = 0; at < good.size(); at += page) {
        for (const std::size_t size : {at, at + 1, at + page - 1}) {
            test::write_file(path, good.substr(0, size));
            ASSERT_NO_FATAL_FAILURE(expect_sentence(Generation::open(path, Generation::Check::seal), path)) << size;
        }
    }
}

}  // namespace
}  // namespace bizrec::store
