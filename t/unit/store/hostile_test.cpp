#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>

#include "bizrec/format/content_decoder.hpp"
#include "bizrec/place/box.hpp"
#include "bizrec/place/distance.hpp"
#include "bizrec/place/position.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/text/spelling_keys.hpp"
#include "t/unit/store/small_index.hpp"
#include "t/unit/store/temp_dir.hpp"
#include "t/unit/support/random.hpp"

/// Crafted files with hostile values and a valid seal. They may be refused or give nonsense, but no access may leave
/// the mapping. The address and undefined-behaviour sanitizers check that.
namespace bizrec::store {
namespace {

using search::testing::whole_at_night;

using format::Section;
using Random = std::mt19937_64;

constexpr std::uint64_t hostile_seed = 51;

std::uint32_t hostile_number(Random& random) {
    const std::uint32_t favourites[] = {0, 1, 0x7FFFFFFFU, 0x80000000U, 0xFFFFFFFEU, 0xFFFFFFFFU, 4080, 4096};
    return random() % 2 == 0 ? favourites[random() % std::size(favourites)] : static_cast<std::uint32_t>(random());
}

void spoil(test::Bytes& bytes, Random& random) {
    for (std::size_t n = random() % 20 + 1; n-- != 0 && bytes.size() >= 4;) {
        const std::uint32_t number = hostile_number(random);
        // Half of the changes are at the start, which has counts and offsets.
        const std::size_t range = random() % 2 == 0 ? std::min<std::size_t>(bytes.size(), 200) : bytes.size();
        std::memcpy(bytes.data() + random() % range / 4 * 4 % (bytes.size() - 3), &number, 4);
    }
    if (random() % 8 == 0) {
        bytes.resize(random() % (2 * bytes.size() + 1), std::byte{0xFF});
    }
}

/// Runs the decoders again on copies on the heap. In the mapping a chunk is followed by the next chunk; a copy is
/// followed by bytes that the address sanitizer guards.
std::uint64_t read_copies(const Generation& g, const test::SmallIndex& index) {
    std::uint64_t sum = 0;
    test::Bytes phrases;
    format::ContentDictionary dictionary;
    for (const auto& chunk : g.chunks(Section::dictionary)) {
        phrases.assign(chunk.bytes, chunk.bytes + chunk.size);
        EXPECT_TRUE(format::ContentDictionary::open(phrases.data(), phrases.size(), dictionary));
    }
    std::uint32_t first = 0;
    for (const auto& chunk : g.chunks(Section::content)) {
        const std::uint32_t count = std::min(format::documents_per_content_chunk, g.documents() - first);
        first += count;
        const test::Bytes copy(chunk.bytes, chunk.bytes + chunk.size);
        for (std::uint32_t row = 0; row <= format::documents_per_content_chunk; ++row) {
            std::string head;
            format::prefetch_row_bytes(copy.data(), copy.size(), row);
            sum += format::append_row_head(format::content_row(copy.data(), copy.size(), row, count), dictionary, head)
                       ? static_cast<unsigned char>(head.back())
                       : 0U;
        }
    }
    for (const auto& chunk : g.chunks(Section::identities)) {
        const test::Bytes copy(chunk.bytes, chunk.bytes + chunk.size);
        const auto table = format::KeyTable::open({{copy.data(), copy.size()}}, "copy");
        for (const auto& [key, list] : index.identities) {
            format::KeyEntry entry;
            if (table && table.value().find(key, entry)) {
                for (std::uint32_t i = 0; i < entry.length; ++i) {
                    sum += entry.values[i];
                }
            }
        }
    }
    return sum;
}

/// Reads everything that a server would read. The sum keeps the compiler from removing the reads.
std::uint64_t read_all(const Generation& g, const test::SmallIndex& index) {
    std::uint64_t sum = 0;
    std::string row;
    for (std::uint32_t docid = 0; docid < g.documents(); ++docid) {
        g.prefetch_row(docid);
        row.clear();
        if (g.append_row_head(docid, row)) {
            EXPECT_GE(row.size(), format::row_content_offset);
            sum += static_cast<unsigned char>(row.front()) + static_cast<unsigned char>(row.back());
        }
        sum += g.uuid[docid][15] + g.quality[docid] + g.num_stores[docid] + g.reviews[docid] + g.price_tier[docid];
        sum += g.ownership[docid] + g.flags[docid] + static_cast<std::uint64_t>(g.opened[docid] ^ g.refreshed[docid]);
        sum += g.rating[docid] > 3.0F ? 1U : 0U;
        const place::Position position = g.position[docid];
        sum += place::distance_metres(position, {0, 0}) > 1000.0 ? 1U : 0U;
        sum += place::contains(g.boxes()[docid / format::documents_per_box], position) ? 1U : 0U;
    }
    for (const auto* table : {&g.identities(), &g.places()}) {
        for (const auto* lists : {&index.identities, &index.places}) {
            for (const auto& [key, list] : *lists) {
                format::KeyEntry entry;
                table->prefetch(format::hash_key(key));
                if (table->find(key, entry)) {
                    for (std::uint32_t i = 0; i < entry.length; ++i) {
                        sum += entry.values[i];
                    }
                }
            }
        }
    }
    return sum;
}

/// Checks that spellings and names without spaces only return what exists in the index.
std::uint64_t read_spellings(const Generation& g, const test::SmallIndex& index) {
    std::uint64_t sum = 0;
    std::vector<std::uint64_t> keys;
    for (const char* typed : {"shop", "shap", "varyed", "goldenbakery", "goldenbakry", "711"}) {
        text::spelling_keys(typed, keys);
        for (const std::uint64_t key : keys) {
            g.spellings().find(key, [&](std::uint32_t word) {
                EXPECT_LT(word, g.vocabulary().size());
                sum += g.vocabulary().word(word).size();
            });
            g.glued_names().find(key, [&](const format::GluedName& name) {
                EXPECT_LT(name.docid, index.documents.size());
                sum += name.docid;
            });
            g.glued_spellings().find(key, [&](std::uint32_t number) {
                const std::uint32_t docid = g.glued_names().name(number).docid;
                EXPECT_LT(docid, index.documents.size());
                sum += docid;
            });
        }
    }
    return sum;
}

TEST(Hostile, ValuesUnderARightSealNeverLeadOutside) {
    const test::TempDir dir;
    Random random(hostile_seed);
    auto index = test::make_small_index(300);
    std::uint64_t sum = 0;
    const int rounds = whole_at_night(1200);
    int refused = 0;
    int wrong = 0;
    int unnoticed = 0;
    for (int round = 0; round < rounds; ++round) {
        SCOPED_TRACE(round);
        const auto target = static_cast<Section>(random() % (format::section_count - 1) + 1);
        index.spoil_chunk = [&](Section section, std::uint32_t, test::Bytes& bytes) {
            if (section == target) {
                spoil(bytes, random);
            }
        };
        const std::string path = dir.path("i" + std::to_string(round));
        index.write(path);
        const auto g = Generation::open(path, Generation::Check::hash);
        if (!g) {
            ++refused;
            continue;
        }
        sum += read_all(*g.value(), index) + read_copies(*g.value(), index) + read_spellings(*g.value(), index);
        ++(verify_structure(*g.value()) ? unnoticed : wrong);
        std::remove(path.c_str());
    }
    EXPECT_EQ(refused + wrong + unnoticed, rounds);
    EXPECT_GT(refused, rounds / 20);
    EXPECT_GT(wrong, rounds / 4);
    EXPECT_GT(unnoticed, 0) << "another number of stores is as good as the first";
    EXPECT_NE(sum, 0U);
}

}  // namespace
}  // namespace bizrec::store
