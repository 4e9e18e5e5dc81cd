#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "bizrec/store/generation.hpp"
#include "bizrec/store/index_writer.hpp"
#include "bizrec/text/analyser.hpp"
#include "t/unit/store/small_index.hpp"
#include "t/unit/store/temp_dir.hpp"

namespace bizrec::store {
namespace {

using format::Section;

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
