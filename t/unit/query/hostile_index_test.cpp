#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <iterator>

#include "bizrec/query/explain.hpp"
#include "t/unit/query/search_world.hpp"

/// A file whose sections for text search hold nonsense, under a seal that says it was checked: whatever is asked of it,
/// rows are documents and nothing outside is read.
namespace bizrec::search::testing {
namespace {

using format::Section;

/// The bytes of an index file and where its chunks lie in them.
class DamagedFile {
public:
    explicit DamagedFile(const store::Generation& sound)
        : path_(sound.path() + ".damaged"), bytes_(read_file(sound.path())) {
        for (const Section section : {Section::terms, Section::postings, Section::vocabulary, Section::identities,
                                      Section::places, Section::id_buckets, Section::uuid, Section::spellings,
                                      Section::rivals, Section::glued_names, Section::glued_spellings}) {
            for (const store::Generation::Chunk& chunk : sound.chunks(section)) {
                add_chunk(chunk);
            }
        }
    }
    ~DamagedFile() { std::remove(path_.c_str()); }
    DamagedFile(const DamagedFile&) = delete;
    DamagedFile& operator=(const DamagedFile&) = delete;

    std::size_t chunks() const noexcept { return chunks_.size(); }

    /// Null where the damage is of the kind that open() itself refuses.
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
        // LMDB puts such values 16 bytes behind the beginning of a page.
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

TEST(SearchHostileIndex, RowsAreDocumentsOfTheIndex) {
    SearchWorld world(23, 1500);
    ASSERT_TRUE(world.is_good());
    const DamagedFile file(world.generation());
    ASSERT_GE(file.chunks(), 7U);
    Random random(29);
    Search search;
    SearchResult result;
    int opened = 0;
    std::uint64_t rows = 0;
    for (int round = 0; round < 120; ++round) {
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
            search.prepare(*damaged, query);
            search.run(result);
            ASSERT_LE(result.rows.size(), query.limit);
            ASSERT_GE(result.total, result.rows.size());
            for (const SearchRow& row : result.rows) {
                ASSERT_LT(row.docid, damaged->documents());
                ASSERT_LT(row.score, 1U << 24);
            }
            EXPECT_FALSE(Explanation(*damaged, query).parts(random() % damaged->documents()).empty());
            rows += result.rows.size();
        }
    }
    EXPECT_GT(opened, 20);
    EXPECT_GT(rows, 1000U);
}

}  // namespace
}  // namespace bizrec::search::testing
