#include "bizrec/store/generation.hpp"

#include <gtest/gtest.h>

#include <cstdio>

#include "bizrec/format/content_decoder.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/place/position.hpp"
#include "t/unit/store/small_index.hpp"
#include "t/unit/store/temp_dir.hpp"

namespace bizrec::store {
namespace {

bool same_position(place::Position a, place::Position b) {
    return a.latitude == b.latitude && a.longitude == b.longitude;
}

void expect_document(const Generation& g, std::uint32_t docid, const test::Document& d) {
    std::string row(R"({"id":")");
    row.resize(row.size() + format::uuid_characters);
    format::write_uuid(d.id, row.data() + format::row_id_offset);
    row += R"(","content":)" + d.json;
    g.prefetch_row(docid);
    std::string head;
    ASSERT_TRUE(g.append_row_head(docid, head));
    ASSERT_EQ(head, row);
    ASSERT_EQ(g.uuid[docid], d.id);
    ASSERT_TRUE(same_position(g.position[docid], d.position));
    ASSERT_EQ(g.quality[docid], d.quality);
    ASSERT_EQ(g.num_stores[docid], d.num_stores);
    ASSERT_EQ(g.reviews[docid], d.reviews);
    ASSERT_EQ(g.rating[docid], d.rating);
    ASSERT_EQ(g.price_tier[docid], d.price_tier);
    ASSERT_EQ(g.ownership[docid], d.ownership);
    ASSERT_EQ(g.flags[docid], d.flags);
    ASSERT_EQ(g.opened[docid], d.opened);
    ASSERT_EQ(g.refreshed[docid], d.refreshed);
}

void expect_lists(const format::KeyTable& table, const std::map<std::string, test::List>& lists) {
    for (const auto& [key, list] : lists) {
        format::KeyEntry entry;
        ASSERT_TRUE(table.find(key, entry)) << key;
        ASSERT_EQ(std::vector<std::uint32_t>(entry.values, entry.values + entry.length), list.numbers) << key;
        ASSERT_EQ(entry.aux[1], list.aux[1]) << key;
    }
    format::KeyEntry entry;
    EXPECT_FALSE(table.find("no such key", entry));
}

/// Checks the lists of every term as blocks and as plain arrays.
void expect_terms(const Generation& g, const test::SmallIndex& index) {
    for (const auto& [key, postings] : index.terms) {
        const format::TermLists lists = g.term(key);
        ASSERT_EQ(lists.count, postings.size()) << key;
        ASSERT_EQ(lists.idf_sixteenths, format::idf_sixteenths(g.documents(), postings.size()));
        std::vector<std::uint32_t> docids(lists.docids, lists.docids + (lists.is_plain() ? lists.count : 0));
        for (std::uint32_t block = 0; block < lists.blocks.blocks(); ++block) {
            std::uint32_t out[format::block_postings];
            docids.insert(docids.end(), out, out + lists.blocks.decode(block, out));
        }
        ASSERT_EQ(docids.size(), postings.size()) << key;
        for (std::size_t i = 0; i < docids.size(); ++i) {
            ASSERT_EQ(docids[i], postings[i].docid) << key;
        }
    }
    EXPECT_EQ(g.term("wnowhere").count, 0U);
}

void expect_ids(const Generation& g, const test::SmallIndex& index) {
    for (std::uint32_t docid = 0; docid < g.documents(); ++docid) {
        ASSERT_EQ(g.find_id(index.documents[docid].id), docid);
        ASSERT_EQ(g.place_id(docid), index.documents[docid].place_id);
        format::Uuid other = index.documents[docid].id;
        other[docid % 16] ^= 1;
        ASSERT_EQ(g.find_id(other), format::no_docid);
    }
}

class GenerationSizes : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(GenerationSizes, ReadsWhatWasWritten) {
    const test::TempDir dir;
    const auto index = test::make_small_index(GetParam());
    const Seal seal = index.write(dir.path("i"));
    for (const auto check : {Generation::Check::seal, Generation::Check::hash}) {
        const auto opened = Generation::open(dir.path("i"), check);
        ASSERT_TRUE(opened) << opened.error().message;
        const Generation& g = *opened.value();
        ASSERT_EQ(g.documents(), GetParam());
        EXPECT_EQ(g.box_count(), (GetParam() + 255) / 256);
        EXPECT_EQ(g.box_group_count(), (g.box_count() + 63) / 64);
        EXPECT_EQ(g.name(), seal.generation());
        EXPECT_EQ(g.seal().sha256, seal.sha256);
        EXPECT_EQ(g.file(), identify_file(dir.path("i")).value());
        EXPECT_EQ(g.meta().suffix_list_version, "test");
        for (std::uint32_t docid = 0; docid < g.documents(); ++docid) {
            expect_document(g, docid, index.documents[docid]);
        }
        expect_lists(g.identities(), index.identities);
        expect_lists(g.places(), index.places);
        expect_terms(g, index);
        expect_ids(g, index);
        ASSERT_EQ(g.vocabulary().size(), index.vocabulary.size());
        const auto status = verify_structure(g);
        EXPECT_TRUE(status) << status.error().message;
    }
}

INSTANTIATE_TEST_SUITE_P(Documents, GenerationSizes, ::testing::Values(0, 1, 255, 256, 257, 700, 16385, 66000));

TEST(Generation, AnOptionalColumnGivesTheFileItsFormat) {
    const test::TempDir dir;
    auto index = test::make_small_index(66000);
    EXPECT_EQ(index.write(dir.path("without")).format_version, format::format_version);
    const auto without = Generation::open(dir.path("without"), Generation::Check::hash);
    ASSERT_TRUE(without) << without.error().message;
    EXPECT_FALSE(without.value()->founded_year.exists());

    index.documents[65999].founded_year = 1987;
    const Seal seal = index.write(dir.path("with"));
    EXPECT_EQ(seal.format_version, format::FoundedYearColumn::since);
    EXPECT_EQ(seal.oldest_reader, format::FoundedYearColumn::since);
    const auto with = Generation::open(dir.path("with"), Generation::Check::hash);
    ASSERT_TRUE(with) << with.error().message;
    const Generation& g = *with.value();
    ASSERT_TRUE(g.founded_year.exists());
    EXPECT_EQ(g.founded_year[65998], format::FoundedYearColumn::missing);
    EXPECT_EQ(g.founded_year[65999], 1987);
    EXPECT_EQ(g.meta().version, format::FoundedYearColumn::since);
    expect_document(g, 65999, index.documents[65999]);
    expect_lists(g.places(), index.places);
    const auto status = verify_structure(g);
    EXPECT_TRUE(status) << status.error().message;
}

TEST(Generation, NormalisesByItsOwnSuffixes) {
    const test::TempDir dir;
    test::make_small_index(1).write(dir.path("i"));
    const auto g = Generation::open(dir.path("i"), Generation::Check::hash);
    ASSERT_TRUE(g) << g.error().message;
    identity::Identity out;
    g.value()->normaliser().website("https://www.shop.co.uk/x", out);
    EXPECT_EQ(out.key, "shop.co.uk");
}

TEST(Generation, LivesOnAfterItsFileIsReplaced) {
    const test::TempDir dir;
    const auto old_index = test::make_small_index(300);
    old_index.write(dir.path("i"));
    const auto old = Generation::open(dir.path("i"), Generation::Check::hash);
    ASSERT_TRUE(old);
    const auto new_index = test::make_small_index(10);
    new_index.write(dir.path("new"));
    ASSERT_EQ(std::rename(dir.path("new").c_str(), dir.path("i").c_str()), 0);
    const auto fresh = Generation::open(dir.path("i"), Generation::Check::hash);
    ASSERT_TRUE(fresh);
    EXPECT_EQ(fresh.value()->documents(), 10U);
    EXPECT_FALSE(old.value()->file() == fresh.value()->file());
    for (std::uint32_t docid = 0; docid < 300; ++docid) {
        expect_document(*old.value(), docid, old_index.documents[docid]);
    }
}

TEST(Generation, NeedsNoWritableFileOrFolder) {
    const test::TempDir dir;
    test::make_small_index(10).write(dir.path("i"));
    ASSERT_TRUE(Generation::open(dir.path("i"), Generation::Check::seal));
    EXPECT_FALSE(test::file_exists(dir.path("i-lock")));
}

}  // namespace
}  // namespace bizrec::store
