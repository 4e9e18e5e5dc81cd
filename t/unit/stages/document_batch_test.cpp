#include "lmdb_builder/stages/document_batch.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "bizrec/format/content.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

const format::ContentPhrases& phrases_of_test() {
    static const format::ContentPhrases phrases({"xxxxxxxx"});
    return phrases;
}

/// A document with `bytes` bytes of JSON and one word.
void make_document(std::uint32_t number, std::size_t bytes, Document& document) {
    document = Document();
    document.columns.id[0] = static_cast<unsigned char>(number >> 8);
    document.columns.id[1] = static_cast<unsigned char>(number);
    document.json = "{\"n\":\"" + std::string(bytes, static_cast<char>('a' + number % 26)) + "\"}";
    document.keys.website = "domain:" + std::to_string(number % 3) + ".example";
    TextBuffer terms;
    TermVectorWriter writer(terms, {1, 0, 0, 0, 0}, 1);
    const std::string word = "word" + std::to_string(number % 5);
    writer.word({word, {{1, 0, 0, 0, 0}}, format::Whole::neither});
    writer.begin_keys(0);
    writer.begin_keys(0);
    writer.begin_keys(0);
    document.terms = terms.text();
}

struct Cut {
    std::vector<std::size_t> sizes;
    std::vector<std::string> chunks;
    std::size_t identities = 0, postings = 0;
    std::uint64_t json_bytes = 0;
};

/// The batches that result from documents of these sizes, with one batch object for all.
Cut cut(const std::vector<std::size_t>& bytes) {
    Cut out;
    std::uint32_t taken = 0;
    TextBuffer encoded;
    const NextDocument next = [&](std::string& to) {
        if (taken == bytes.size()) {
            return false;
        }
        Document document;
        make_document(taken, bytes[taken], document);
        encode_document(document, encoded);
        to.append(encoded.text());
        ++taken;
        return true;
    };
    DocumentBatch batch;
    for (std::uint32_t first = 0; batch.fill(first, next); first += static_cast<std::uint32_t>(batch.size())) {
        EXPECT_EQ(batch.first(), first);
        batch.process({bytes.size(), {bytes.size(), 0, 0, 0, 0}}, phrases_of_test());
        EXPECT_EQ(batch[0].columns.id[1], first % 256);
        EXPECT_TRUE(batch[0].json.empty()) << "it stays where it was copied to";
        out.json_bytes += batch.json_bytes();
        out.sizes.push_back(batch.size());
        out.chunks.insert(out.chunks.end(), batch.content_chunks().begin(), batch.content_chunks().end());
        out.identities += batch.identities().size();
        for (const TermBatch::Word& word : batch.terms().words()) {
            out.postings += word.any.count;
        }
    }
    return out;
}

std::vector<std::string> chunks_of(const std::vector<std::size_t>& bytes) {
    std::vector<std::string> chunks;
    format::ContentChunkBuilder builder(phrases_of_test());
    for (std::uint32_t i = 0; i < bytes.size(); ++i) {
        Document document;
        make_document(i, bytes[i], document);
        builder.add(document.columns.id, document.json);
        if (builder.count() == format::documents_per_content_chunk || i + 1 == bytes.size()) {
            chunks.push_back(builder.finish());
        }
    }
    return chunks;
}

TEST(DocumentBatch, EndsWithAWholeChunkOnceItIsLong) {
    std::vector<std::size_t> bytes(2500, 40);
    for (std::size_t i = 300; i < 400; ++i) {
        bytes[i] = 100000;  // the second chunk of content alone exceeds a batch
    }
    const Cut got = cut(bytes);
    EXPECT_EQ(got.sizes, (std::vector<std::size_t>{512, 1024, 964}));
    EXPECT_TRUE(got.chunks == chunks_of(bytes));
    EXPECT_EQ(got.identities, bytes.size());
    EXPECT_EQ(got.postings, bytes.size());
    EXPECT_EQ(got.json_bytes, std::accumulate(bytes.begin(), bytes.end(), 8 * bytes.size()));
}

/// Only one thread calls fill(), so fill() copies the bytes without decoding them. It accepts bytes that are not a
/// document; process(), which runs in many threads, throws.
TEST(DocumentBatch, BytesAreDecodedByTheThreadThatProcessesThem) {
    DocumentBatch batch;
    bool more = true;
    ASSERT_TRUE(batch.fill(0, [&](std::string& to) {
        to.append("no document");
        return std::exchange(more, false);
    }));
    EXPECT_EQ(batch.size(), 1U);
    EXPECT_THROW(batch.process({1, {1, 0, 0, 0, 0}}, phrases_of_test()), BuildFailure);
}

/// A batch ends with the chunk that reaches `enough_bytes`, which is its share of --memory.
TEST(DocumentBatch, EndsWithTheChunkThatReachesItsShareOfTheMemory) {
    TextBuffer encoded;
    Document document;
    make_document(1, 100, document);
    encode_document(document, encoded);
    const NextDocument next = [&](std::string& to) {
        to.append(encoded.text());
        return true;
    };
    DocumentBatch batch;
    ASSERT_TRUE(batch.fill(0, next, 1));
    EXPECT_EQ(batch.size(), format::documents_per_content_chunk);
    ASSERT_TRUE(batch.fill(0, next, encoded.size() * 300));
    EXPECT_EQ(batch.size(), 2 * format::documents_per_content_chunk);
}

TEST(DocumentBatch, EveryNumberOfDocuments) {
    for (const std::size_t count : {0U, 1U, 255U, 256U, 257U, 1023U, 1024U, 1025U, 2048U}) {
        const std::vector<std::size_t> bytes(count, 3);
        const Cut got = cut(bytes);
        EXPECT_EQ(got.sizes.size(), (count + 1023) / 1024) << count;
        EXPECT_TRUE(got.chunks == chunks_of(bytes)) << count;
        EXPECT_EQ(got.postings, count);
    }
}

}  // namespace
}  // namespace bizrec::builder
