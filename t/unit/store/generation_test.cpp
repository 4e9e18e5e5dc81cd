#include "bizrec/store/generation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "bizrec/format/content_decoder.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/place/position.hpp"
#include "bizrec/store/index_writer.hpp"
#include "bizrec/text/analyser.hpp"
#include "t/unit/store/small_index.hpp"
#include "t/unit/store/temp_dir.hpp"

namespace bizrec::store {
namespace {

using format::Section;

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

/// Expects that the file is refused with a message that begins with its path and contains `words`.
void expect_file_refused(const std::string& path, const std::string& words) {
    const auto g = Generation::open(path, Generation::Check::hash);
    ASSERT_FALSE(g) << "expected: " << words;
    EXPECT_EQ(g.error().message.rfind(path + ": ", 0), 0U);
    EXPECT_NE(g.error().message.find(words), std::string::npos) << g.error().message << "\nexpected: " << words;
}

/// Writes the index, whose hooks damage a section or the meta before the file is sealed. Expects that open() refuses it
/// with a message that contains `words`.
void expect_refused(const test::SmallIndex& index, const std::string& words) {
    const test::TempDir dir;
    index.write(dir.path("i"));
    expect_file_refused(dir.path("i"), words);
}

/// Expects that a file that has only these chunks, all empty, is refused. Its meta has the rule versions of this
/// program.
void expect_chunks_refused(const std::vector<Section>& chunks, const std::string& words) {
    const test::TempDir dir;
    auto writer = IndexWriter::create(dir.path("i"));
    ASSERT_TRUE(writer);
    for (const Section section : chunks) {
        ASSERT_TRUE(writer.value()->append(section, "", 0));
    }
    format::Meta meta;
    meta.identity_rules = identity::identity_rules_version();
    meta.analyser = text::analyser_version();
    ASSERT_TRUE(writer.value()->finish(meta));
    expect_file_refused(dir.path("i"), words);
}

TEST(Generation, RefusesOtherIdentityRules) {
    auto index = test::make_small_index(10);
    index.spoil_meta = [](format::Meta& meta) { meta.identity_rules += 1; };
    expect_refused(index, "upgrade this program, or rebuild");
    index.spoil_meta = [](format::Meta& meta) { meta.identity_rules = 0; };
    expect_refused(index, "was built by version 0 of the code that reads links");
}

TEST(Generation, ReadsIdentityRulesSinceTheOldest) {
    const test::TempDir dir;
    auto index = test::make_small_index(10);
    index.spoil_meta = [](format::Meta& meta) { meta.identity_rules = identity::oldest_identity_rules_version(); };
    index.write(dir.path("i"));
    EXPECT_TRUE(Generation::open(dir.path("i"), Generation::Check::hash));
    index.spoil_meta = [](format::Meta& meta) { meta.identity_rules = identity::oldest_identity_rules_version() - 1; };
    expect_refused(index, "rebuild it with lmdb_builder build");
}

TEST(Generation, RefusesAnotherAnalyser) {
    auto index = test::make_small_index(10);
    index.spoil_meta = [](format::Meta& meta) { meta.analyser += 1; };
    expect_refused(index, "of the code that cuts words, this program has version");
    index.spoil_meta = [](format::Meta& meta) { meta.analyser = 0; };
    expect_refused(index, "was built by version 0 of the code that cuts words");
}

TEST(Generation, RefusesAVocabularyOfAnotherSize) {
    auto index = test::make_small_index(10);
    index.spoil_meta = [](format::Meta& meta) { meta.vocabulary_words += 1; };
    expect_refused(index, "section vocabulary, 3 words, expected 4");
    index = test::make_small_index(10);
    index.spoil_chunk = [](Section s, std::uint32_t, test::Bytes& bytes) {
        if (s == Section::vocabulary) {
            std::memset(bytes.data(), 0xFF, 4);
        }
    };
    expect_refused(index, "section vocabulary, chunk 0: its head states 4294967295 words");
}

/// A server's reads of search sections must stay inside the file, even if the sections have random bytes.
TEST(Generation, HostileTextSectionsFindNothing) {
    for (const Section section : {Section::place_ids, Section::id_buckets, Section::postings, Section::vocabulary}) {
        auto index = test::make_small_index(700);
        index.spoil_chunk = [section](Section s, std::uint32_t, test::Bytes& bytes) {
            if (s == section) {
                std::fill(bytes.begin() + (s == Section::vocabulary ? 4 : 0), bytes.end(), std::byte{0xFF});
            }
        };
        const test::TempDir dir;
        index.write(dir.path("i"));
        const auto g = Generation::open(dir.path("i"), Generation::Check::hash);
        ASSERT_TRUE(g) << g.error().message;
        for (std::uint32_t docid = 0; docid < 700; ++docid) {
            const bool spoiled_ids = section == Section::id_buckets;
            EXPECT_EQ(g.value()->find_id(index.documents[docid].id), spoiled_ids ? format::no_docid : docid);
            EXPECT_TRUE(section != Section::place_ids || g.value()->place_id(docid).empty());
        }
        for (const auto& [key, postings] : index.terms) {
            const bool spoiled = section == Section::postings && postings.size() > format::inline_postings;
            EXPECT_EQ(g.value()->term(key).count, spoiled ? 0 : postings.size()) << key;
        }
        for (std::uint32_t word = 0; word < 3; ++word) {
            EXPECT_EQ(g.value()->vocabulary().word(word).empty(), section == Section::vocabulary);
        }
    }
}

/// Hostile spellings and names without spaces must not return a word or a document that does not exist.
TEST(Generation, HostileSpellingsNameNothingOutside) {
    for (const Section section : {Section::spellings, Section::glued_names, Section::glued_spellings}) {
        auto index = test::make_small_index(700);
        index.spoil_chunk = [section](Section s, std::uint32_t, test::Bytes& bytes) {
            if (s == section) {
                std::fill(bytes.begin() + 4, bytes.end(), std::byte{0xFF});
            }
        };
        const test::TempDir dir;
        index.write(dir.path("i"));
        const auto g = Generation::open(dir.path("i"), Generation::Check::hash);
        ASSERT_TRUE(g) << g.error().message;
        for (std::uint64_t key = 1; key != 0; key <<= 1) {
            g.value()->spellings().find(key, [](std::uint32_t word) { EXPECT_LT(word, 3U); });
            g.value()->glued_names().find(key, [](const format::GluedName& name) { EXPECT_LT(name.docid, 700U); });
            g.value()->glued_spellings().find(
                key, [&](std::uint32_t number) { EXPECT_LT(g.value()->glued_names().name(number).docid, 700U); });
        }
    }
}

TEST(Generation, RefusesBrokenSpellings) {
    for (const Section section : {Section::spellings, Section::glued_names, Section::glued_spellings}) {
        auto index = test::make_small_index(10);
        index.spoil_chunk = [section](Section s, std::uint32_t, test::Bytes& bytes) {
            if (s == section) {
                std::memset(bytes.data(), 0xFF, 4);
            }
        };
        expect_refused(index, "section " + std::string(format::section_name(section)) +
                                  ", chunk 0: its head states 4294967295 entries");
    }
}

TEST(Generation, RefusesHostileDocumentCounts) {
    auto index = test::make_small_index(300);
    struct Case {
        std::uint64_t documents;
        const char* words;
    };
    for (const Case& c : {Case{0, "section content, 2 chunks, expected 0"}, Case{1, "section content, 2 chunks"},
                          Case{299, "section uuid, chunk 0: 4800 bytes, expected 4784"},
                          Case{301, "section uuid, chunk 0: 4800 bytes, expected 4816"},
                          Case{65537, "section content, 2 chunks, expected 257"},
                          Case{0xFFFFFFFEU, "section content, 2 chunks, expected 16777216"},
                          Case{0xFFFFFFFFU, "documents, at most 4294967294 are possible"},
                          Case{1ULL << 32, "documents, at most"}, Case{UINT64_MAX, "documents, at most"}}) {
        index.spoil_meta = [&c](format::Meta& meta) { meta.documents = c.documents; };
        expect_refused(index, c.words);
    }
}

TEST(Generation, RefusesChunksOfTheWrongSize) {
    for (const Section section : {Section::uuid, Section::position, Section::opened}) {
        auto index = test::make_small_index(700);
        index.spoil_chunk = [section](Section s, std::uint32_t, test::Bytes& bytes) {
            if (s == section) {
                bytes.resize(bytes.size() + 4080);
            }
        };
        expect_refused(index, "section " + std::string(format::section_name(section)) + ", chunk 0: ");
    }
}

TEST(Generation, RefusesADictionaryThatDoesNotFitItsChunk) {
    auto index = test::make_small_index(10);
    index.spoil_chunk = [](Section s, std::uint32_t, test::Bytes& bytes) {
        if (s == Section::dictionary) {
            bytes[1] = std::byte{2};
        }
    };
    expect_refused(index, "section dictionary, more phrases than its 4080 bytes hold");
}

TEST(Generation, RefusesTwoDictionaries) {
    expect_chunks_refused({Section::dictionary, Section::dictionary, Section::id_buckets, Section::boxes,
                           Section::box_groups, Section::rules},
                          "section dictionary, 2 chunks, expected at most 1");
}

TEST(Generation, RefusesBrokenRules) {
    auto index = test::make_small_index(10);
    index.spoil_chunk = [](Section s, std::uint32_t, test::Bytes& bytes) {
        if (s == Section::rules) {
            bytes.assign(5000, std::byte{'\n'});
        }
    };
    expect_refused(index, "section rules, expected the table \"[suffixes]\"");
}

TEST(Generation, RefusesABrokenKeyTable) {
    auto index = test::make_small_index(10);
    index.spoil_chunk = [](Section s, std::uint32_t chunk, test::Bytes& bytes) {
        if (s == Section::places && chunk == 1) {
            std::memset(bytes.data(), 0xFF, 4);
        }
    };
    expect_refused(index, "section places, chunk 1: its head states 4294967295 slots");
}

TEST(Generation, RefusesAFileWithoutSections) {
    expect_chunks_refused({}, "section id_buckets, 0 chunks, expected 1");
}

TEST(Generation, AnOptionalColumnHasAllItsChunksOrNone) {
    expect_chunks_refused(
        {Section::founded_year, Section::id_buckets, Section::boxes, Section::box_groups, Section::rules},
        "section founded_year, 1 chunks, expected 0");
}

TEST(Generation, RefusesTwoMetas) {
    expect_chunks_refused({Section::meta}, "section meta, 2 chunks, expected 1");
}

TEST(Generation, RefusesUnknownSections) {
    const test::TempDir dir;
    auto writer = IndexWriter::create(dir.path("i"));
    ASSERT_TRUE(writer);
    EXPECT_FALSE(writer.value()->append(static_cast<Section>(0), "x", 1));
    EXPECT_FALSE(writer.value()->append(static_cast<Section>(format::section_count + 1), "x", 1));
}

}  // namespace
}  // namespace bizrec::store
