#include "bizrec/format/content.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "bizrec/base/sort_unique.hpp"
#include "bizrec/format/content_decoder.hpp"
#include "bizrec/format/uuid.hpp"
#include "t/unit/format/slow_content.hpp"

namespace bizrec::format {
namespace {

using Random = std::mt19937_64;

const std::byte* bytes_of(const std::string& chunk) {
    return reinterpret_cast<const std::byte*>(chunk.data());
}

std::uint32_t number_at(const std::string& chunk, std::size_t offset) {
    std::uint32_t number = 0;
    std::memcpy(&number, chunk.data() + offset, sizeof number);
    return number;
}

void set_number(std::string& chunk, std::size_t offset, std::uint32_t number) {
    std::memcpy(chunk.data() + offset, &number, sizeof number);
}

ContentRow row_of(const std::string& chunk, std::uint32_t row) {
    return content_row(bytes_of(chunk), chunk.size(), row, number_at(chunk, 0));
}

ContentDictionary dictionary_of(const ContentPhrases& phrases) {
    ContentDictionary dictionary;
    if (!phrases.chunk().empty()) {
        EXPECT_TRUE(ContentDictionary::open(bytes_of(phrases.chunk()), phrases.chunk().size(), dictionary));
    }
    return dictionary;
}

std::string head_of(const std::string& chunk, std::uint32_t row, const ContentPhrases& phrases = {}) {
    std::string head;
    return append_row_head(row_of(chunk, row), dictionary_of(phrases), head) ? head : "none";
}

std::string chunk_of(const std::string& record, const ContentPhrases& phrases = {}, const Uuid& id = Uuid{1}) {
    ContentChunkBuilder builder(phrases);
    builder.add(id, record);
    return builder.finish();
}

/// The codes of a record, without its id and length.
std::string codes_of(const std::string& record, const ContentPhrases& phrases = {}, const Uuid& id = Uuid{1}) {
    const std::string chunk = chunk_of(record, phrases, id);
    const ContentRow row = row_of(chunk, 0);
    EXPECT_EQ(row.record_bytes, record.size());
    return {reinterpret_cast<const char*>(row.codes), row.code_bytes};
}

/// A row that the builder would never write.
std::string row_with(std::size_t length, const std::string& codes) {
    std::string chunk(content_head_bytes(1), '\0');
    chunk.append(sizeof(Uuid), 'i');
    chunk += static_cast<char>(length);
    chunk += codes;
    set_number(chunk, 0, 1);
    set_number(chunk, 4, static_cast<std::uint32_t>(content_head_bytes(1)));
    set_number(chunk, 8, static_cast<std::uint32_t>(chunk.size()));
    chunk.append(row_read_slack, '\0');
    return chunk;
}

std::string token(unsigned code, unsigned literals) {
    const unsigned number = code << 4U | literals;
    return {static_cast<char>(number & 255U), static_cast<char>(number >> 8U)};
}

std::string three_rows() {
    const ContentPhrases phrases;
    ContentChunkBuilder builder(phrases);
    builder.add(Uuid{1}, "{}");
    builder.add(Uuid{2}, R"({"a":1})");
    builder.add(Uuid{3}, R"({"b":[]})");
    return builder.finish();
}

TEST(Content, RowHeadsAreTheStartOfARow) {
    const std::string chunk = three_rows();
    EXPECT_EQ(head_of(chunk, 0), R"({"id":"01000000-0000-0000-0000-000000000000","content":{})");
    EXPECT_EQ(head_of(chunk, 1), R"({"id":"02000000-0000-0000-0000-000000000000","content":{"a":1})");
    EXPECT_EQ(head_of(chunk, 2), R"({"id":"03000000-0000-0000-0000-000000000000","content":{"b":[]})");
    EXPECT_FALSE(row_of(chunk, 3));
    EXPECT_FALSE(row_of(chunk, 0xFFFFFFFFU));
}

TEST(Content, ARowIsAppendedOrNothingIs) {
    std::string out = "[";
    const std::string chunk = three_rows();
    ASSERT_TRUE(append_row_head(row_of(chunk, 0), {}, out));
    EXPECT_EQ(out, R"([{"id":"01000000-0000-0000-0000-000000000000","content":{})");
    EXPECT_FALSE(append_row_head(row_of(chunk, 3), {}, out));
    EXPECT_FALSE(append_row_head(row_of(row_with(2, token(7, 0)), 0), {}, out));
    EXPECT_EQ(out.back(), '}');
}

TEST(Content, LayoutIsCountOffsetsRowsZeros) {
    const std::string chunk = three_rows();
    EXPECT_EQ(content_head_bytes(3), 20U);
    EXPECT_EQ(number_at(chunk, 0), 3U);
    EXPECT_EQ(number_at(chunk, 4), 20U);
    EXPECT_EQ(number_at(chunk, 8), 20U + 16 + 1 + 2 + 2) << "id, length, a token and two literals";
    EXPECT_EQ(number_at(chunk, 16), chunk.size() - row_read_slack);
    EXPECT_EQ(chunk.substr(chunk.size() - row_read_slack), std::string(row_read_slack, '\0'));
}

TEST(Content, CodesAreThoseOfTheFormat) {
    const ContentPhrases phrases({R"({"name":")", "0123456789abcdef", "shop"});
    EXPECT_EQ(codes_of(R"({"name":"Golden Bakery"})", ContentPhrases({R"({"name":")", " Bakery"})),
              std::string("\x80\0\x96\0Golden\2\0\"}", 14))
        << "as docs/index-format.md has it";
    const Uuid id{0xAB};
    EXPECT_EQ(codes_of(R"({"name":"shop"})", phrases), token(8, 0) + token(11, 0) + token(0, 2) + "\"}")
        << "the second phrase takes two units";
    EXPECT_EQ(codes_of(R"(["ab000000-0000-0000-0000-000000000000"])", {}, id),
              token(1, 2) + "[\"" + token(0, 2) + "\"]");
    EXPECT_EQ(codes_of("[\"01020304-0506-0708-090a-0b0c0d0e0f10\"]", {}, id),
              token(2, 2) + "[\"" + "\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17\20" + token(0, 2) + "\"]");
    EXPECT_EQ(codes_of("[\"0102030A-0506-0708-090a-0b0c0d0e0f10\"]").size(), 40 + 2 + 1U) << "upper case: as it is";
    EXPECT_EQ(codes_of("{golden,golden}"), token(3, 8) + "{golden," + std::string("\xC1\x01", 2) + token(0, 1) + "}")
        << "seven back, six long";
    EXPECT_EQ(codes_of(std::string(30, 'x')),
              token(0, 15) + std::string(15, 'x') + token(0, 15) + std::string(15, 'x'));
    EXPECT_EQ(codes_of(std::string(31, 'x')), token(4, 15) + std::string(15, 'x') + "\x10" + std::string(16, 'x'));
    EXPECT_EQ(codes_of(std::string(286, 'x')), token(4, 15) + std::string(15, 'x') + "\xFF" + std::string(255, 'x') +
                                                   token(0, 15) + std::string(15, 'x') + token(0, 1) + "x");
}

TEST(Content, NoPhraseBeginsAnId) {
    const ContentPhrases phrases({R"({"id":"ab)", R"({"id":")"});
    EXPECT_EQ(codes_of(R"({"id":"ab000000-0000-0000-0000-000000000000"})", phrases, Uuid{0xAB}),
              token(9, 0) + token(1, 0) + token(0, 2) + "\"}");
}

TEST(Content, PaddingBehindTheLastRowIsNoPartOfIt) {
    std::string chunk = three_rows();
    chunk.resize(min_chunk_bytes);
    EXPECT_EQ(head_of(chunk, 2).back(), '}');
}

TEST(Content, BuilderIsEmptyAfterFinish) {
    const ContentPhrases phrases;
    ContentChunkBuilder builder(phrases);
    builder.add(Uuid{1}, "{\"shop\":\"shop\"}");
    const std::string first = builder.finish();
    EXPECT_EQ(builder.count(), 0U);
    builder.add(Uuid{1}, "{\"shop\":\"shop\"}");
    EXPECT_EQ(builder.finish(), first) << "a record's codes depend on no record before it";
}

TEST(Content, AnEmptyChunkHasNoRow) {
    const ContentPhrases phrases;
    ContentChunkBuilder builder(phrases);
    const std::string chunk = builder.finish();
    EXPECT_EQ(chunk.size(), 8U + row_read_slack);
    EXPECT_FALSE(row_of(chunk, 0));
}

TEST(Content, OffsetsThatAreNoGoodGiveNothing) {
    const std::string good = three_rows();
    const auto size = static_cast<std::uint32_t>(good.size());
    struct Case {
        const char* what;
        std::size_t offset;
        std::uint32_t value;
    };
    for (const Case& c :
         {Case{"begin inside the head", 8, 19}, Case{"begin behind end", 8, size},
          Case{"end in the slack", 12, size - static_cast<std::uint32_t>(row_read_slack) + 1},
          Case{"end behind the chunk", 12, size + 1}, Case{"end far behind", 12, 0xFFFFFFFFU},
          Case{"row without a length", 12, number_at(good, 8) + 16}, Case{"more rows than fit", 0, size},
          Case{"count overflows", 0, 0xFFFFFFFFU}, Case{"no row", 0, 0}}) {
        std::string chunk = good;
        set_number(chunk, c.offset, c.value);
        EXPECT_FALSE(row_of(chunk, 1)) << c.what;
    }
}

TEST(Content, CodesThatAreNoGoodGiveNothing) {
    const ContentPhrases phrases({"phrase"});
    EXPECT_EQ(head_of(row_with(6, token(8, 0)), 0, phrases).substr(row_content_offset), "phrase");
    struct Case {
        const char* what;
        std::string chunk;
    };
    const std::string back(1, static_cast<char>(1 << 6));  // a repeat of five bytes, from one byte back
    for (const Case& c : std::vector<Case>{
             {"shorter than it says", row_with(7, token(8, 0))},
             {"longer than it says", row_with(5, token(8, 0))},
             {"no such phrase", row_with(6, token(9, 0))},
             {"no such phrase by far", row_with(6, token(4095, 0))},
             {"reserved", row_with(6, token(5, 0))},
             {"half a token", row_with(6, token(8, 0) + "x")},
             {"literals behind the end", row_with(8, token(8, 2) + "x")},
             {"half a uuid", row_with(36, token(2, 0) + "01234567")},
             {"half a repeat", row_with(10, token(3, 5) + "12345" + "\x40")},
             {"a repeat of what is not there", row_with(10, token(3, 4) + "1234" + std::string("\x40\x01", 2))},
             {"a repeat over itself", row_with(9, token(3, 4) + "1234" + std::string("\0\x01", 2))},
             {"a repeat from itself", row_with(9, token(3, 4) + "1234" + std::string("\0\0", 2))},
             {"more literals without a number", row_with(2, token(4, 2) + "12")},
             {"more literals than there are", row_with(9, token(4, 2) + "12" + "\x07" + "123456")},
             {"more literals than it says", row_with(9, token(4, 2) + "12" + "\x08" + "12345678")},
             {"a length far above what codes hold", row_with(0xFF, std::string("\x7F", 1) + token(8, 0))}}) {
        EXPECT_EQ(head_of(c.chunk, 0, phrases), "none") << c.what;
    }
    EXPECT_FALSE(row_of(row_with(0x80, "\x80\x80\x80\x80\x80\x01"), 0)) << "a length of more than 32 bits";
    EXPECT_FALSE(row_of(row_with(0x80, ""), 0)) << "a length that does not end";
}

TEST(Content, ARowIsFoundWithoutWhatTheChunkSaysOfItsCount) {
    std::string chunk = three_rows();
    set_number(chunk, 0, 0);
    EXPECT_TRUE(content_row(bytes_of(chunk), chunk.size(), 2, 3));
    EXPECT_FALSE(content_row(bytes_of(chunk), chunk.size(), 3, 3));
    EXPECT_FALSE(content_row(bytes_of(chunk), chunk.size(), 0, 0xFFFFFFFFU)) << "more offsets than bytes";
}

TEST(Content, ATruncatedChunkNeverGivesBytesOutside) {
    const std::string good = three_rows();
    for (std::size_t size = 0; size < good.size(); ++size) {
        const std::vector<char> chunk(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
        for (std::uint32_t row = 0; row < 4; ++row) {
            const auto* const begin = reinterpret_cast<const std::byte*>(chunk.data());
            prefetch_row_bytes(begin, size, row);
            for (const std::uint32_t count : {3U, 4U}) {
                const ContentRow found = content_row(begin, size, row, count);
                if (found) {
                    EXPECT_GE(found.id, begin);
                    EXPECT_LE(found.codes + found.code_bytes + row_read_slack, begin + size);
                    std::string out;
                    append_row_head(found, {}, out);
                }
            }
        }
    }
}

/// A record of repeated words, ids, signs, letters of many scripts and arbitrary bytes.
std::string random_record(Random& random, const std::vector<std::string>& words) {
    std::string record = "{";
    for (std::size_t parts = random() % 40; parts-- != 0;) {
        switch (random() % 6) {
            case 0:
                record.append(random() % 40, static_cast<char>('a' + random() % 4));
                break;
            case 1: {
                char text[uuid_characters];
                write_uuid(Uuid{static_cast<unsigned char>(random() % 3)}, text);
                record.append(text, random() % 4 == 0 ? random() % uuid_characters : sizeof text);
                break;
            }
            case 2:
                record += static_cast<char>(random());
                break;
            case 3:
                record.append(random() % 30 == 0 ? random() % 700 : 1, static_cast<char>(random()));
                break;
            default:
                record += words[random() % words.size()];
        }
    }
    return record + "}";
}

TEST(Content, RandomRecordsComeBackByteForByte) {
    Random random(4711);
    const std::vector<std::string> words = {"\",\"name\":\"", "\",\"city\":\"", "golden", "gold", "goldene",  "店舗",
                                            "Straße",         "bakery & co",    "{\"",    "-",    "\"},{\"x", "ü"};
    for (int round = 0; round < 300; ++round) {
        std::vector<std::string> dictionary;
        for (const std::string& word : words) {
            if (random() % 2 == 0) {
                dictionary.push_back(word + (random() % 3 == 0 ? words[random() % words.size()] : ""));
            }
        }
        sort_unique(dictionary);
        const ContentPhrases phrases(dictionary);
        ContentChunkBuilder builder(phrases);
        std::vector<std::string> records;
        const std::size_t count = random() % documents_per_content_chunk + 1;
        for (std::size_t i = 0; i < count; ++i) {
            records.push_back(random_record(random, words));
            builder.add(Uuid{static_cast<unsigned char>(i)}, records.back());
        }
        const std::string chunk = builder.finish();
        const ContentDictionary opened = dictionary_of(phrases);
        for (std::uint32_t i = 0; i < count; ++i) {
            ASSERT_EQ(head_of(chunk, i, phrases).substr(row_content_offset), records[i]);
            ASSERT_EQ(slow::decode(row_of(chunk, i), opened), records[i]);
        }
    }
}

TEST(Content, DecodesAnyCodesAsTheSlowDecoderDoes) {
    Random random(815);
    ContentPhrases phrases({"phrase", "a longer phrase of two units", ",\"", "x"});
    std::string units = phrases.chunk();
    units[dictionary_head_bytes + 16] = '\x40';  // no phrase has this length
    ContentDictionary dictionary;
    ASSERT_TRUE(ContentDictionary::open(bytes_of(units), units.size(), dictionary));
    int decoded = 0;
    for (int round = 0; round < 200000; ++round) {
        std::string codes;
        for (std::size_t tokens = random() % 6; tokens-- != 0;) {
            const auto literals = static_cast<unsigned>(random() % 4);
            codes += token(static_cast<unsigned>(random() % 14), literals);
            codes.append(random() % 10 == 0 ? 0 : literals, 'l');
            codes.append(random() % 3 == 0 ? random() % 17 : 0, static_cast<char>(random() % 6));
        }
        const auto slow = slow::Decoder(dictionary, Uuid{}, {codes.begin(), codes.end()}).decode();
        const std::size_t length = slow && slow->size() < 128 ? slow->size() : 20;
        std::string chunk = row_with(length, codes);
        std::memset(chunk.data() + content_head_bytes(1), 0, sizeof(Uuid));
        std::string head;
        const bool good = append_row_head(row_of(chunk, 0), dictionary, head);
        ASSERT_EQ(good, slow && slow->size() == length && length <= codes.size() * max_phrase) << round;
        if (good) {
            ASSERT_EQ(head.substr(row_content_offset), *slow);
            ++decoded;
        }
    }
    EXPECT_GT(decoded, 10000);
}

}  // namespace
}  // namespace bizrec::format
