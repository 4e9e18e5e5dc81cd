#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include "bizrec/format/identity_entry.hpp"
#include "bizrec/format/record_json.hpp"
#include "bizrec/place/position.hpp"
#include "bizrec/store/generation.hpp"
#include "t/unit/store/small_index.hpp"
#include "t/unit/store/temp_dir.hpp"

namespace bizrec::store {
namespace {

using format::Section;
using test::SmallIndex;

/// The message of verify_structure() about an index; "" if it finds nothing.
std::string result(const SmallIndex& index) {
    const test::TempDir dir;
    index.write(dir.path("i"));
    const auto g = Generation::open(dir.path("i"), Generation::Check::hash);
    EXPECT_TRUE(g) << g.error().message;
    if (!g) {
        return "not opened";
    }
    const auto status = verify_structure(*g.value());
    return status ? "" : status.error().message;
}

void expect_outcome(const SmallIndex& index, const std::string& words) {
    const std::string message = result(index);
    EXPECT_NE(message.find(words), std::string::npos) << "says: " << message << "\nexpected: " << words;
}

template <class Change>
void expect_document_outcome(Change change, const std::string& words) {
    SmallIndex index = test::make_small_index(700);
    change(index.documents[600]);
    expect_outcome(index, words);
}

TEST(Verify, NamesTheDocumentOfAWrongColumnValue) {
    using D = test::Document;
    expect_document_outcome(
        [](D& d) {
            d.position = {900'000'001, 0};
        },
        "section position: chunk 0: document 600: not a position on the globe");
    expect_document_outcome([](D& d) { d.position = {0, place::Position::missing}; }, "section position");
    expect_document_outcome([](D& d) { d.rating = 5.5F; }, "section rating: chunk 0: document 600: not a rating");
    expect_document_outcome([](D& d) { d.rating = std::numeric_limits<float>::quiet_NaN(); }, "section rating");
    expect_document_outcome([](D& d) { d.rating = -0.5F; }, "section rating");
    expect_document_outcome([](D& d) { d.price_tier = 5; }, "section price_tier: chunk 0: document 600");
    expect_document_outcome([](D& d) { d.ownership = 5; }, "section ownership: chunk 0: document 600");
    expect_document_outcome([](D& d) { d.flags = 16; }, "section flags: chunk 0: document 600");
    expect_document_outcome([](D& d) { d.founded_year = 999; },
                            "section founded_year: chunk 0: document 600: not a year of 1000 to 2100");
    expect_document_outcome([](D& d) { d.founded_year = 2101; }, "section founded_year: chunk 0: document 600");
}

// `build` and `verify` share one rule (format::RecordJson). A record that `build` accepts is valid, even if another
// parser disagrees.
TEST(Verify, ARecordIsWhatBuildAccepts) {
    const auto outcome_on = [](const std::string& record) {
        SmallIndex index = test::make_small_index(300);
        index.documents[270].json = record;
        return result(index);
    };
    const auto nested = [](std::size_t levels) {
        return "{\"a\":" + std::string(levels, '[') + std::string(levels, ']') + "}";
    };
    for (const std::string& sound :
         {std::string(R"({"seats":18446744073709551616,"low":-9223372036854775809,"tiny":1e-999})"),
          "{\"seats\":" + std::string(309, '1') + "}", nested(63), std::string("{}")}) {
        EXPECT_EQ(outcome_on(sound), "") << sound;
    }
    EXPECT_NE(outcome_on(nested(64))
                  .find("document 270: its record, \"a\": expected at most 64 levels of objects and "
                        "arrays, got 65"),
              std::string::npos);
    EXPECT_NE(
        outcome_on(R"({"seats":[1e999]})").find("its record, \"seats\": expected a number within a double's range"),
        std::string::npos);
    for (const char* broken : {"[1]", "{", "{\"a\":01}", "\xEF\xBB\xBF{}", "{\"a\":\"\xFF\"}", R"({"a":"\ud800"})"}) {
        EXPECT_NE(outcome_on(broken).find("its record is no JSON object: "), std::string::npos) << broken;
    }
    const std::string large(format::max_record_bytes, 'x');
    EXPECT_EQ(outcome_on("{\"a\":\"" + large.substr(8) + "\"}"), "");
    EXPECT_NE(outcome_on("{\"a\":\"" + large.substr(7) + "\"}").find("has more than 16777216 bytes"),
              std::string::npos);
}

TEST(Verify, NamesTheDocumentOfAWrongRow) {
    using D = test::Document;
    for (const char* json : {"[]", "{}{}", "{\"a\":}", "{\"a\":1", "null", "{} ,", "\"{}\"", "{\"\xFF\":1}"}) {
        expect_document_outcome([json](D& d) { d.json = json; },
                                "section content: chunk 2: document 600: its record is no JSON object");
    }
    SmallIndex index = test::make_small_index(700);
    index.spoil_chunk = [](Section section, std::uint32_t, test::Bytes& bytes) {
        if (section == Section::uuid) {
            bytes[16 * 300] ^= std::byte{1};
        }
    };
    expect_outcome(index, "section content: chunk 1: document 300: its row does not begin with its id");
}

/// The small index with one 32-bit number of chunk 0 of the section replaced.
SmallIndex with_number(Section section, std::size_t offset, std::uint32_t number) {
    SmallIndex index = test::make_small_index(700);
    index.spoil_chunk = [=](Section s, std::uint32_t chunk, test::Bytes& bytes) {
        if (s == section && chunk == 0) {
            std::memcpy(bytes.data() + offset, &number, sizeof number);
        }
    };
    return index;
}

TEST(Verify, NamesTheChunkOfAWrongFrame) {
    expect_outcome(with_number(Section::content, 0, 255), "section content: chunk 0: holds 255 rows, expected 256");
    expect_outcome(with_number(Section::content, 4, 1036), "section content: chunk 0: row 0 is not where it must be");
    expect_outcome(with_number(Section::content, 8, 0), "section content: chunk 0: row 0 is not where it must be");
    expect_outcome(with_number(Section::identities, 8, 1), "its head states 1");
}

SmallIndex with_byte(Section section, std::size_t offset, unsigned char byte) {
    SmallIndex index = test::make_small_index(20);
    index.spoil_chunk = [=](Section s, std::uint32_t, test::Bytes& bytes) {
        if (s == section) {
            bytes[offset] = std::byte{byte};
        }
    };
    return index;
}

/// The small index has three phrases, of 23, 11 and 4 bytes: the first takes two units, the others one each.
TEST(Verify, NamesTheUnitOfAWrongPhrase) {
    const std::size_t units = format::dictionary_head_bytes;
    const std::string of = "section dictionary: chunk 0: the phrase of unit ";
    expect_outcome(with_byte(Section::dictionary, units, 0), of + "0 has 0 bytes");
    expect_outcome(with_byte(Section::dictionary, units, 48), of + "0 has 48 bytes");
    expect_outcome(with_byte(Section::dictionary, units + 48, 16), of + "3 has 16 bytes");
    expect_outcome(with_byte(Section::dictionary, units + 32, 10), of + "2 is not filled up with zeros");
    expect_outcome(with_byte(Section::dictionary, 4, 1), "section dictionary: chunk 0: padding is not zero");
    SmallIndex twice = test::make_small_index(20);
    twice.spoil_chunk = [](Section s, std::uint32_t, test::Bytes& bytes) {
        if (s == Section::dictionary) {
            std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(units) + 32, 16,
                        bytes.begin() + static_cast<std::ptrdiff_t>(units) + 48);
        }
    };
    expect_outcome(twice, of + "3 is there twice");
}

TEST(Verify, NamesTheRowOfWrongCodes) {
    const std::size_t first_row = format::content_head_bytes(20);
    expect_outcome(with_byte(Section::content, first_row + 16, 1),
                   "section content: chunk 0: document 0: its codes do not stand for a record");
    expect_outcome(with_byte(Section::content, first_row, 0xEE), "document 0: its row does not begin with its id");
}

TEST(Verify, PaddingMustBeZero) {
    for (const Section section : {Section::dictionary, Section::content, Section::uuid, Section::flags, Section::boxes,
                                  Section::box_groups, Section::identities, Section::places, Section::place_ids,
                                  Section::id_buckets, Section::postings, Section::terms, Section::vocabulary}) {
        SmallIndex index = test::make_small_index(20);
        index.spoil_chunk = [section](Section s, std::uint32_t, test::Bytes& bytes) {
            if (s == section) {
                bytes.resize(format::min_chunk_bytes);
                bytes.back() = std::byte{1};
            }
        };
        expect_outcome(index, "section " + std::string(format::section_name(section)) + ": chunk 0: padding is not");
    }
}

TEST(Verify, BoxesMustHoldTheirDocuments) {
    for (const Section section : {Section::boxes, Section::box_groups}) {
        const std::string name(format::section_name(section));
        expect_outcome(with_number(section, 0, 899'000'000), "section " + name + ": chunk 0: box 0 leaves document");
        expect_outcome(with_number(section, 4, 0), "leaves document");
        expect_outcome(with_number(section, 12, 1'800'000'001), "box 0 is not the box of its documents");
        expect_outcome(with_number(section, 8, 900'000'001), "box 0 is not the box of its documents");
    }
    SmallIndex nowhere = test::make_small_index(20);
    for (auto& document : nowhere.documents) {
        document.position = {};
    }
    EXPECT_EQ(result(nowhere), "");
    nowhere.spoil_chunk = [](Section s, std::uint32_t, test::Bytes& bytes) {
        if (s == Section::boxes) {
            std::memset(bytes.data(), 0, 16);
        }
    };
    expect_outcome(nowhere, "box 0 is not the box of its documents");
}

TEST(Verify, IdentityListsMustFollowTheirRules) {
    const SmallIndex good = test::make_small_index(700);
    ASSERT_EQ(result(good), "");
    struct Case {
        const char* words;
        test::List list;
    };
    test::List wrong_best = good.identities.at("chain.com");
    std::swap(wrong_best.numbers[wrong_best.aux[0]], wrong_best.numbers.back());
    test::List no_best = good.identities.at("chain.com");
    no_best.numbers.resize(no_best.aux[0]);
    for (const Case& c : {Case{"its document does not exist", {{700}, {1, 1}}},
                          Case{"do not ascend, or do not exist", {{1, 700}, {2, 0}}},
                          Case{"do not ascend, or do not exist", {{2, 1}, {2, 0}}},
                          Case{"do not ascend, or do not exist", {{1, 1}, {2, 0}}},
                          Case{"its length is not that of its documents", {{1, 2}, {3, 0}}},
                          Case{"its length is not that of its documents", {{1, 2, 3}, {2, 0}}},
                          Case{"its length is not that of its documents", {{1, 2}, {UINT64_MAX, 0}}},
                          Case{"its length is not that of its documents", {{1, 2}, {UINT64_MAX - 47, 0}}},
                          Case{"a list without documents", {{}, {0, 0}}},
                          Case{"a list without documents", {{1, 2}, {0, 1}}}, Case{"unknown flags", {{1, 2}, {2, 2}}},
                          Case{"unknown flags", {{}, {0, 4}}}, Case{"its best documents are not the best", wrong_best},
                          Case{"its length is not that of its documents", no_best}}) {
        SmallIndex index = good;
        index.identities["spoiled"] = c.list;
        expect_outcome(index, c.words);
    }
}

TEST(Verify, PlaceListsMustFollowTheirRules) {
    const SmallIndex good = test::make_small_index(700);
    struct Case {
        const char* words;
        std::vector<std::uint32_t> numbers;
    };
    for (const Case& c :
         {Case{"", {'D' << 8 | 'E'}}, Case{"no country code", {'d' << 8 | 'e'}}, Case{"no country code", {0xFFFFFFFFU}},
          Case{"does not consist of ranges", {}}, Case{"does not consist of ranges", {1, 2, 3}}, Case{"", {0, 700}},
          Case{"", {0, 1, 2, 3}}, Case{"do not ascend, or leave", {0, 701}}, Case{"do not ascend, or leave", {5, 5}},
          Case{"do not ascend, or leave", {5, 4}}, Case{"do not ascend, or leave", {1, 5, 5, 6}},
          Case{"do not ascend, or leave", {3, 4, 1, 2}}}) {
        SmallIndex index = good;
        index.places["spoiled"].numbers = c.numbers;
        if (*c.words == '\0') {
            EXPECT_EQ(result(index), "");
        } else {
            expect_outcome(index, c.words);
        }
    }
}

TEST(Verify, TheLargestTownMustLieInItsRanges) {
    const auto span = [](std::uint64_t begin, std::uint64_t end) { return begin << 32U | end; };
    struct Case {
        std::uint64_t largest_town;
        bool is_right;
    };
    for (const Case& c :
         {Case{0, true}, Case{span(2, 3), true}, Case{span(2, 9), true}, Case{span(7, 9), true}, Case{span(4, 8), true},
          Case{span(5, 8), false}, Case{span(2, 7), false}, Case{span(1, 3), false}, Case{span(2, 10), false},
          Case{span(3, 3), false}, Case{span(8, 7), false}, Case{span(0, UINT32_MAX), false}}) {
        SmallIndex index = test::make_small_index(700);
        index.places["spoiled"] = {{2, 5, 7, 9}, {0, c.largest_town}};
        if (c.is_right) {
            EXPECT_EQ(result(index), "") << c.largest_town;
        } else {
            expect_outcome(index, "its largest town is none, or lies outside its ranges");
        }
    }
}

TEST(Verify, AKeyThatStandsTwiceIsFound) {
    SmallIndex index = test::make_small_index(700);
    index.spoil_chunk = [](Section section, std::uint32_t chunk, test::Bytes& bytes) {
        if (section != Section::identities || chunk != 1) {
            return;
        }
        std::uint64_t first = 0;
        for (std::size_t at = format::key_partition_head_bytes;; at += sizeof(format::KeySlot)) {
            std::uint64_t tag = 0;
            std::memcpy(&tag, bytes.data() + at, sizeof tag);
            if (tag != 0 && first != 0) {
                std::memcpy(bytes.data() + at, &first, sizeof first);
                return;
            }
            first = tag;
        }
    };
    expect_outcome(index, "section identities: chunk 1: holds a key twice");
}

/// Another number of stores breaks no rule, so only the checksum finds it.
TEST(Verify, AChecksumNamesTheSection) {
    const test::TempDir dir;
    SmallIndex index = test::make_small_index(700);
    index.documents[1].num_stores = 0x5A17C0DE;
    index.write(dir.path("i"));
    std::string bytes = test::read_file(dir.path("i"));
    const auto at = bytes.find("\xDE\xC0\x17\x5A");
    ASSERT_NE(at, std::string::npos);
    bytes[at] ^= 1;
    test::write_file(dir.path("i"), bytes);
    test::reseal(dir.path("i"));
    const auto g = Generation::open(dir.path("i"), Generation::Check::hash);
    ASSERT_TRUE(g) << g.error().message;
    const auto status = verify_structure(*g.value());
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message.rfind(dir.path("i") + ": section num_stores: is damaged: checksum ", 0), 0U)
        << status.error().message;
}

TEST(Verify, ProgressCountsDocuments) {
    const test::TempDir dir;
    test::make_small_index(66000).write(dir.path("i"));
    const auto g = Generation::open(dir.path("i"), Generation::Check::seal);
    ASSERT_TRUE(g) << g.error().message;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> calls;
    const auto remember = [](std::uint64_t done, std::uint64_t total, void* context) {
        static_cast<decltype(calls)*>(context)->emplace_back(done, total);
    };
    ASSERT_TRUE(verify_structure(*g.value(), remember, &calls));
    const decltype(calls) expected = {{65536, 66000}, {66000, 66000}};
    EXPECT_EQ(calls, expected);
}

}  // namespace
}  // namespace bizrec::store
