#include "lmdb_builder/terms/term_encoder.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lmdb_builder/memory/byte_codec.hpp"
#include "lmdb_builder/terms/posting_bytes.hpp"

namespace bizrec::builder {
namespace {

/// One term that is in the first `postings` documents.
TermEncodingBatch batch_of(const std::string& word, std::uint32_t postings) {
    std::string bytes;
    for (std::uint32_t docid = 0; docid < postings; ++docid) {
        append_varint(bytes, posting_head(docid == 0 ? 0 : 1, RawPosting()));
        append_raw(bytes, std::uint16_t{1000});
    }
    TermEncodingBatch batch;
    batch.keys = "n" + word;  // format::TermKind::name_word
    append_text(batch.lists, bytes);
    batch.terms.push_back({batch.keys.size(), batch.lists.size(), postings});
    return batch;
}

DocumentFacts plain_documents(std::size_t count) {
    return {std::vector<std::uint8_t>(count, 1), std::vector<bool>(count)};
}

/// A thread keeps encoder_bytes_a_posting bytes for each posting of its longest list. So that --memory limits this,
/// lists above the share of a thread are encoded one at a time.
TEST(TermEncoders, ListsTooLongForAThreadsShareAreEncodedOneAfterTheOther) {
    constexpr std::uint32_t longest = TermEncoders::min_share / encoder_bytes_a_posting;
    const DocumentFacts documents = plain_documents(2 * longest);
    TermEncoders encoders(documents, 8, 0);
    TermEncodingBatch fits = batch_of("fits", longest), is_long = batch_of("long", longest + 1);
    EXPECT_TRUE(encoders.encode(fits, 0));
    EXPECT_TRUE(fits.encoded.lists().size() > longest / 8);
    EXPECT_FALSE(encoders.encode(is_long, 7));
    EXPECT_TRUE(is_long.encoded.terms().empty()) << "no lane's memory grows";
    encoders.encode_long(is_long);

    TermEncodingBatch alone = batch_of("long", longest + 1);
    TermEncoder(documents).encode(alone);
    EXPECT_TRUE(is_long.encoded.lists() == alone.encoded.lists());
    EXPECT_EQ(is_long.postings, longest + 1);
}

TEST(TermEncoders, AThreadsShareIsThatOfTheMemory) {
    constexpr std::uint64_t share = 4 * TermEncoders::min_share;
    const DocumentFacts documents = plain_documents(share / encoder_bytes_a_posting + 1);
    TermEncoders encoders(documents, 2, 2 * share);
    TermEncodingBatch fits = batch_of("fits", share / encoder_bytes_a_posting);
    TermEncodingBatch is_long = batch_of("long", share / encoder_bytes_a_posting + 1);
    EXPECT_TRUE(encoders.encode(fits, 1));
    EXPECT_FALSE(encoders.encode(is_long, 1));
}

}  // namespace
}  // namespace bizrec::builder
