#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "bizrec/format/bucket_table.hpp"
#include "bizrec/format/glued_names.hpp"
#include "bizrec/format/term_list_layout.hpp"
#include "bizrec/store/generation.hpp"
#include "t/unit/store/small_index.hpp"
#include "t/unit/store/temp_dir.hpp"

/// Tests the messages of verify_structure() about damaged sections of text search.
namespace bizrec::store {
namespace {

using format::Section;
using test::SmallIndex;

std::string text_outcome(const SmallIndex& index) {
    const test::TempDir dir;
    index.write(dir.path("i"));
    const auto g = Generation::open(dir.path("i"), Generation::Check::hash);
    EXPECT_TRUE(g) << g.error().message;
    const auto status = g ? verify_structure(*g.value()) : Status(g.error());
    return status ? "" : status.error().message;
}

void expect_text_outcome(const SmallIndex& index, const std::string& words) {
    const std::string message = text_outcome(index);
    EXPECT_NE(message.find(words), std::string::npos) << "says: " << message << "\nexpected: " << words;
}

/// The small index with chunk 0 of a section changed.
template <class Change>
SmallIndex with_change(Section section, Change change) {
    SmallIndex index = test::make_small_index(700);
    index.spoil_chunk = [section, change](Section s, std::uint32_t chunk, test::Bytes& bytes) {
        if (s == section && chunk == 0) {
            change(bytes);
        }
    };
    return index;
}

std::uint32_t number_in(const test::Bytes& bytes, std::size_t at) {
    std::uint32_t number = 0;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

SmallIndex with_number_at(Section section, std::size_t at, std::uint32_t number) {
    return with_change(section, [=](test::Bytes& bytes) { std::memcpy(bytes.data() + at, &number, sizeof number); });
}

/// Only one term, in the first `count` of 700 documents, with varying impacts.
SmallIndex with_one_term(std::uint32_t count) {
    SmallIndex index = test::make_small_index(700);
    index.terms.clear();
    index.vocabulary = {"one"};
    for (std::uint32_t docid = 0; docid < count; ++docid) {
        index.terms["wone"].push_back({docid, static_cast<std::uint8_t>(docid % 9 + 1), 0});
    }
    return index;
}

/// Flips a bit of the term's lists, `at` bytes after the offset that `part` returns. Expects a message that contains
/// `words`.
void expect_list_outcome(std::uint32_t count, std::uint32_t (*part)(const format::ListHead&), std::size_t at,
                         const std::string& words) {
    SmallIndex index = with_one_term(count);
    index.spoil_chunk = [=](Section s, std::uint32_t, test::Bytes& bytes) {
        if (s == Section::postings) {
            format::ListHead head;
            std::memcpy(&head, bytes.data(), sizeof head);
            bytes[part(head) + at] ^= std::byte{1};
        }
    };
    expect_text_outcome(index, words);
}

TEST(VerifyText, TheGoodOnesAreGood) {
    for (const std::uint32_t count : {1U, 16U, 17U, 128U, 129U, 511U, 512U, 700U}) {
        EXPECT_EQ(text_outcome(with_one_term(count)), "") << count;
    }
    SmallIndex bare = test::make_small_index(20);
    bare.terms.clear();
    bare.vocabulary.clear();
    for (auto& document : bare.documents) {
        document.place_id.clear();
    }
    EXPECT_EQ(text_outcome(bare), "");
}

TEST(VerifyText, PostingListsMustBeWhatTheBuilderWrites) {
    const auto start = [](const format::ListHead&) { return 0U; };
    const auto groups = [](const format::ListHead& head) { return head.groups_at; };
    const auto bitmap = [](const format::ListHead& head) { return head.bitmap_at; };
    const auto packed = [](const format::ListHead& head) {
        return static_cast<std::uint32_t>(head.groups_at - 16);  // impacts of the last block
    };
    expect_list_outcome(700, start, 12, "its sizes are not those of its lists");
    // Byte 20 of the term's lists is in the last docid of the first block.
    expect_list_outcome(700, start, 20, "do not ascend, or name documents that do not exist");
    expect_list_outcome(700, packed, 0, "its groups by score are not those of its postings");
    expect_list_outcome(700, groups, 4, "its groups by score are not those of its postings");
    expect_list_outcome(700, bitmap, 16, "its bitmap is not that of its postings");
    expect_list_outcome(700, bitmap, 8 + 88 + 8, "its bitmap is not that of its postings");  // a rank in the bitmap
    expect_list_outcome(100, start, 0, "do not ascend, or name documents that do not exist");
}

TEST(VerifyText, ANumberOfAListThatIsNotTheBuilders) {
    // A plain list of 99 postings has 99 docids, 99 impacts and one byte of padding.
    SmallIndex index = with_one_term(99);
    index.spoil_chunk = [](Section s, std::uint32_t, test::Bytes& bytes) {
        if (s == Section::postings) {
            bytes[99 * 5] = std::byte{1};
        }
    };
    expect_text_outcome(index, "its postings are not written as they must be");
    index.spoil_chunk = [](Section s, std::uint32_t, test::Bytes& bytes) {
        if (s == Section::postings) {
            bytes[99 * 4] = std::byte{0};
        }
    };
    expect_text_outcome(index, "an impact is 0");
}

TEST(VerifyText, AnImpactOutsideTheFewIsFound) {
    SmallIndex index = with_one_term(20);
    index.spoil_chunk = [](Section s, std::uint32_t, test::Bytes& bytes) {
        if (s == Section::postings) {
            bytes[20 * 4] = std::byte{200};
        }
    };
    expect_text_outcome(index, "its greatest impact is not that of its postings");
}

TEST(VerifyText, GroupsGoByTheQualityColumn) {
    SmallIndex index = with_one_term(700);
    index.spoil_chunk = [](Section s, std::uint32_t, test::Bytes& bytes) {
        if (s == Section::quality) {
            bytes[3] ^= std::byte{0x80};
        }
    };
    // Identity lists are also ordered by quality and are checked first, so they are removed.
    index.identities.clear();
    expect_text_outcome(index, "its groups by score are not those of its postings");
}

TEST(VerifyText, EveryByteOfPostingsHasItsTerm) {
    SmallIndex index = with_one_term(100);
    index.spoil_chunk = [](Section s, std::uint32_t, test::Bytes& bytes) {
        if (s == Section::postings) {
            bytes.insert(bytes.end(), 5000, std::byte{0});
            bytes.back() = std::byte{1};
        }
    };
    expect_text_outcome(index, "section postings: chunk 0: padding is not zero");
    index = with_one_term(100);
    index.spoil_meta = [](format::Meta& meta) { meta.terms += 1; };
    expect_text_outcome(index, "section terms: holds 1 keys, meta states 2");
}

TEST(VerifyText, IdsMustBeInTheirBuckets) {
    const std::uint32_t buckets = format::id_bucket_count(700);
    expect_text_outcome(with_number_at(Section::id_buckets, 0, 1), "its buckets do not hold all documents");
    expect_text_outcome(with_number_at(Section::id_buckets, 4 * buckets, 699), "its buckets do not hold all documents");
    expect_text_outcome(with_number_at(Section::id_buckets, 4, 701), "bucket 0 does not ascend");
    const SmallIndex swapped = with_change(Section::id_buckets, [=](test::Bytes& bytes) {
        const std::size_t first = 4 * (std::size_t{buckets} + 1);
        const std::size_t last = bytes.size() - 4;
        const std::uint32_t a = number_in(bytes, first);
        const std::uint32_t b = number_in(bytes, last);
        std::memcpy(bytes.data() + first, &b, sizeof b);
        std::memcpy(bytes.data() + last, &a, sizeof a);
    });
    expect_text_outcome(swapped, "section id_buckets: ");
}

TEST(VerifyText, PlaceIdsMustFollowEachOther) {
    expect_text_outcome(with_number_at(Section::place_ids, 0, 0), "section place_ids: chunk 0: padding is not zero");
    expect_text_outcome(with_number_at(Section::place_ids, 0, 8), "document 0: its text is not where it must be");
    expect_text_outcome(with_number_at(Section::place_ids, 40, 3000), "document 10: its text is not where it must be");
    SmallIndex broken = test::make_small_index(5);
    broken.documents[2].place_id = "\xFF";
    expect_text_outcome(broken, "document 2: its text is no UTF-8");
}

TEST(VerifyText, TheVocabularyMustAscend) {
    expect_text_outcome(with_number_at(Section::vocabulary, 4, 21), "word 0: is not where it must be");
    SmallIndex index = test::make_small_index(5);
    index.vocabulary = {"beta", "beta"};
    index.terms["wbeta"] = {{1, 1, 0}};
    expect_text_outcome(index, "section vocabulary: chunk 0: word 1: does not ascend");
    index.vocabulary = {"ab"};
    expect_text_outcome(index, "word 0: is none that typing errors may mean");
}

TEST(VerifyText, AWordOfTheVocabularyMustBeATerm) {
    SmallIndex index = test::make_small_index(5);
    index.terms.erase("wshop");
    expect_text_outcome(index, "section vocabulary: chunk 0: word 1: is no word of `terms`");
    index.terms["nshop"] = {{1, 1, 0}};
    expect_text_outcome(index, "section vocabulary: chunk 0: word 1: is no word of `terms`");
}

TEST(VerifyText, SpellingsMustBeThoseOfTheVocabulary) {
    for (const std::size_t at : {4U, 6U, 20U}) {
        const SmallIndex index =
            with_change(Section::spellings, [=](test::Bytes& bytes) { bytes[at] ^= std::byte{1}; });
        expect_text_outcome(index, "section spellings: chunk 0: is not what the words of the vocabulary give");
    }
    SmallIndex index = with_change(Section::spellings, [](test::Bytes& bytes) {
        bytes.insert(bytes.end(), 5000, std::byte{0});
        bytes.back() = std::byte{1};
    });
    expect_text_outcome(index, "section spellings: chunk 0: is not what the words of the vocabulary give");
}

/// Flips a bit of the rival byte in the key's slot. The word "shop" has the neighbour "shops".
SmallIndex with_other_rival(const std::string& key) {
    SmallIndex index = test::make_small_index(700);
    index.vocabulary = {"same", "shop", "shops", "varied"};
    for (const char* term : {"wshop", "wshops", "nshop"}) {
        index.terms[term] = {{1, 1, 0}, {5, 2, 0}};
    }
    index.spoil_chunk = [tag = format::hash_key(key).tag](Section section, std::uint32_t, test::Bytes& bytes) {
        for (std::size_t at = format::key_partition_head_bytes;
             section == Section::terms && at + sizeof(format::KeySlot) <= bytes.size(); at += sizeof(format::KeySlot)) {
            format::KeySlot slot;
            std::memcpy(&slot, bytes.data() + at, sizeof slot);
            if (slot.tag == tag) {
                slot.aux[1] ^= std::uint64_t{1} << format::rival_shift;
                std::memcpy(bytes.data() + at, &slot, sizeof slot);
            }
        }
    };
    return index;
}

TEST(VerifyText, RivalsMustBeWhatNeighboursAreWorth) {
    expect_text_outcome(with_other_rival("wshop"), "word shop: its rival byte is not what its neighbours are worth");
    expect_text_outcome(with_other_rival("nshop"), "has rival bytes of keys that are no words of the vocabulary");
    EXPECT_EQ(text_outcome(with_other_rival("wnobody")), "");
}

TEST(VerifyText, GluedNamesMustBeOfTheIndex) {
    // The offset after the number of names (4 bytes) and the two offsets of the only bucket.
    constexpr std::size_t first_entry = 4 + 2 * 2;
    const auto changed = [&](Section section, std::size_t at, unsigned bits) {
        return with_change(section, [=](test::Bytes& bytes) { bytes[at] ^= static_cast<std::byte>(bits); });
    };
    expect_text_outcome(changed(Section::glued_names, 4, 1), "chunk 0: its buckets do not follow each other");
    expect_text_outcome(changed(Section::glued_names, 6, 7), "chunk 0: its buckets do not hold all entries");
    expect_text_outcome(changed(Section::glued_names, 6, 128), "chunk 0: its buckets do not follow each other");
    expect_text_outcome(changed(Section::glued_names, first_entry + 2, 6), "chunk 0: an entry is none of the index");
    const std::size_t bits = 4 * (format::GluedValue::bits(700) + format::fingerprint_bits);
    expect_text_outcome(changed(Section::glued_names, first_entry + bits / 8, 0x80), "chunk 0: padding is not zero");
    expect_text_outcome(changed(Section::glued_spellings, 4, 1), "section glued_spellings: chunk 0: its buckets");
}

}  // namespace
}  // namespace bizrec::store
