#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <iterator>

#include "t/unit/query/search_world.hpp"
#include "t/unit/support/asked_search.hpp"

/// A file with nonsense in its sections for text search, and with a valid seal. For every request, rows are existing
/// documents and nothing outside is read.
namespace bizrec::search::testing {
namespace {

using format::Section;

/// The bytes of an index file and the places of its chunks.
class DamagedFile {
public:
    DamagedFile(const store::Generation& sound, const std::vector<Section>& sections)
        : path_(sound.path() + ".damaged"), bytes_(read_file(sound.path())) {
        for (const Section section : sections) {
            for (const store::Generation::Chunk& chunk : sound.chunks(section)) {
                add_chunk(chunk);
            }
        }
    }
    ~DamagedFile() { std::remove(path_.c_str()); }
    DamagedFile(const DamagedFile&) = delete;
    DamagedFile& operator=(const DamagedFile&) = delete;

    std::size_t chunks() const noexcept { return chunks_.size(); }

    /// Null if open() itself refuses the damage.
    std::shared_ptr<const store::Generation> open_with_damage(Random& random) const {
        std::string damaged = bytes_;
        for (unsigned left = 1 + random() % 400; left != 0; --left) {
            const Chunk& chunk = chunks_[random() % chunks_.size()];
            const std::size_t at = chunk.offset + random() % (random() % 2 == 0 ? chunk.size : chunk.size / 8 + 1);
            const std::uint32_t odd[] = {0, 1, 0x7FFFFFFF, 0xFFFFFFFF, random(), random() % 4096};
            std::memcpy(&damaged[at - at % 4], &odd[random() % std::size(odd)], sizeof odd[0]);
        }
        write_file(path_, damaged);
        auto opened = store::Generation::open(path_, store::Generation::Check::seal);
        return opened ? opened.value() : nullptr;
    }

private:
    struct Chunk {
        std::size_t offset = 0, size = 0;
    };
    void add_chunk(const store::Generation::Chunk& chunk) {
        // LMDB puts such values 16 bytes after the beginning of a page.
        for (std::size_t at = 16; at + chunk.size <= bytes_.size(); at += format::page_bytes) {
            if (std::memcmp(bytes_.data() + at, chunk.bytes, chunk.size) == 0) {
                chunks_.push_back({at, chunk.size});
                return;
            }
        }
        ADD_FAILURE() << "a chunk is not where it should be";
    }

    std::string path_;
    std::string bytes_;
    std::vector<Chunk> chunks_;
};

/// Runs a request and checks its rows. Returns their number.
std::uint64_t expect_sound(Search& search, const store::Generation& generation, const SearchQuery& query) {
    SearchResult result;
    std::vector<std::string_view> words;
    search.run(generation, query, result);
    search.list_words(words);
    search.list_other_words(words);
    EXPECT_LT(result.visited, 100'000'000U) << describe(query);
    EXPECT_LE(result.rows.size(), query.limit);
    EXPECT_GE(result.total, result.rows.size());
    for (const SearchRow& row : result.rows) {
        EXPECT_LT(row.docid, generation.documents());
        EXPECT_LT(row.score, 1U << 24);
    }
    return result.rows.size();
}

TEST(SearchHostileIndex, RowsAreDocumentsOfTheIndex) {
    SearchWorld world(23, 1500);
    ASSERT_TRUE(world.is_good());
    const DamagedFile file(
        world.generation(),
        {Section::terms, Section::postings, Section::vocabulary, Section::identities, Section::places,
         Section::id_buckets, Section::uuid, Section::spellings, Section::glued_names, Section::glued_spellings});
    ASSERT_GE(file.chunks(), 10U);
    Random random(29);
    Search search;
    int opened = 0;
    std::uint64_t rows = 0;
    for (int round = 0; round < whole_at_night(120, 3) && !HasFailure(); ++round) {
        const auto damaged = file.open_with_damage(random);
        if (!damaged) {
            continue;
        }
        ++opened;
        for (int request = 0; request < 60; ++request) {
            SearchQuery query = world.requests().next();
            query.has_cursor = random() % 4 == 0;
            query.cursor_score = random() % 2000;
            query.cursor_id = world.generation().uuid[random() % world.generation().documents()];
            rows += expect_sound(search, *damaged, query);
            EXPECT_FALSE(explained(*damaged, query, random() % damaged->documents()).empty());
        }
    }
    EXPECT_GT(opened, whole_at_night(20, 3));
    EXPECT_GT(rows, static_cast<std::uint64_t>(whole_at_night(1000, 3)));
}

/// The decoder reads damaged lists and must still end: spelling keys lead to any word, rival bytes have any value, and
/// names belong to any record.
TEST(SearchHostileIndex, SpellingsAndNamesThatLeadAstray) {
    SearchWorld world(24, 1500);
    ASSERT_TRUE(world.is_good());
    const DamagedFile file(world.generation(), {Section::spellings, Section::terms, Section::glued_names,
                                                Section::glued_spellings, Section::vocabulary});
    ASSERT_GE(file.chunks(), 5U);
    Random random(30);
    Search search;
    int opened = 0;
    std::uint64_t rows = 0;
    const char* texts[] = {"cofffee bkaery", "goldenanchor",       "star bucks",          "golden anch or",
                           "coffeebar",      "cofffee in oakland", "seven eleven",        "b r",
                           "xoffee",         "resturant",          "goldn coffe oakland", "golden coffee market",
                           "the who",        "paris bakrey",       "a b c d e f g"};
    for (int round = 0; round < whole_at_night(80, 3) && !HasFailure(); ++round) {
        const auto damaged = file.open_with_damage(random);
        if (!damaged) {
            continue;
        }
        ++opened;
        for (const char* text : texts) {
            SearchQuery query;
            query.query = text;
            rows += expect_sound(search, *damaged, query);
            std::swap(query.query, query.store_name);
            rows += expect_sound(search, *damaged, query);
        }
        for (int request = 0; request < 20; ++request) {
            rows += expect_sound(search, *damaged, world.requests().next());
        }
    }
    EXPECT_GT(opened, whole_at_night(20, 3));
    EXPECT_GT(rows, static_cast<std::uint64_t>(whole_at_night(1000, 3)));
}

}  // namespace
}  // namespace bizrec::search::testing
