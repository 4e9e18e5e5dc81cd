#include "lmdb_builder/pull/index_sinks.hpp"

#include <gtest/gtest.h>

#include <random>

#include "bizrec/store/fd.hpp"
#include "lmdb_builder/publish/packed_file.hpp"
#include "lmdb_builder/pull/fetch_failure.hpp"
#include "t/unit/support/random.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::builder {
namespace {

using search::testing::whole_at_night;

const std::string pulled_generation = "0123456789abcdef";

/// Two and a half frames of bytes that zstd can compress a little, and the packed file that publish makes of them.
class SinksTest : public testing::Test {
protected:
    void SetUp() override {
        plain_.resize(packed_frame_bytes * 5 / 2);
        for (std::size_t i = 0; i < plain_.size(); i += 64) {
            plain_[i] = static_cast<char>(random_());
        }
        const std::string from = folder_.path("from"), to = folder_.path("to");
        write_file(from, plain_);
        store::OpenIndex index;
        index.path = from;
        index.file = std::move(store::open_index_file(from)).value();
        notice_ = pack_index(index, to, [](const char*, std::uint64_t, std::uint64_t) {});
        packed_ = read_file(to);
        ASSERT_EQ(packed_.size(), notice_.size);
        const auto standing = packed_file_at(to);
        ASSERT_TRUE(standing && *standing == notice_);
    }

    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }

    /// Gives a sink the bytes `begin`..`end` of `from` in pieces of random sizes.
    void feed(ByteSink& sink, const std::string& from, std::size_t begin, std::size_t end) {
        sink.begin(begin, "\"tag\"");
        while (begin < end) {
            const std::size_t size = std::min(end - begin, 1 + below(300'000));
            sink.write(std::string_view(from).substr(begin, size));
            begin += size;
        }
    }

    PartialFile partial(bool follows_file) {
        const std::string generation = pulled_generation;
        return {incoming_, generation + ".way", generation + ".mdb", plain_.size(), follows_file};
    }

    std::mt19937_64 random_{11};
    TempDir folder_;
    IncomingFolder incoming_{folder_.path()};
    std::string plain_, packed_;
    PackedFile notice_;
};

TEST_F(SinksTest, APackedFileComesInOnePiece) {
    PartialFile file = partial(false);
    PackedSink sink(file, notice_);
    feed(sink, packed_, 0, packed_.size());
    EXPECT_TRUE(sink.is_whole());
    file.finish();
    EXPECT_EQ(read_file(incoming_.index(pulled_generation)), plain_);
}

TEST_F(SinksTest, APackedFileGoesOnAtAFrameWhereverItBrokeOff) {
    for (int round = 0; round < whole_at_night(20); ++round) {
        std::size_t reached = 0;
        for (unsigned pulls = 0;; ++pulls) {
            PartialFile file = partial(false);
            PackedSink sink(file, notice_);
            const std::size_t begin = file.received();
            EXPECT_GE(begin, reached);
            EXPECT_EQ(file.written() % packed_frame_bytes, 0U);
            EXPECT_EQ(file.etag(), pulls == 0 ? "" : "\"tag\"");
            reached = begin;
            const std::size_t end = pulls < 4 ? begin + below(packed_.size() - begin) : packed_.size();
            feed(sink, packed_, begin, end);
            if (sink.is_whole()) {
                file.finish();
                break;
            }
            if (below(2) == 0) {
                file.broke_off();  // or the process was killed: nothing is saved
            }
        }
        EXPECT_EQ(read_file(incoming_.index(pulled_generation)), plain_);
        incoming_.clear(pulled_generation);
    }
}

TEST_F(SinksTest, NothingElseIsTakenForThePackedFile) {
    for (int round = 0; round < whole_at_night(60, 5); ++round) {
        std::string bytes = packed_;
        PackedFile notice = notice_;
        switch (round % 4) {
            case 0:
                bytes[below(bytes.size())] ^= static_cast<char>(1 << below(8));
                break;
            case 1:
                bytes = std::string(packed_, 0, packed_.size() - 1 - below(100'000));
                notice.size = bytes.size();
                break;
            case 2:
                bytes = std::string(packed_.size(), static_cast<char>(round));
                break;
            default:
                bytes = packed_ + packed_.substr(0, 100);
                notice.size = bytes.size();
                break;
        }
        PartialFile file = partial(false);
        PackedSink sink(file, notice);
        EXPECT_THROW(
            {
                feed(sink, bytes, 0, bytes.size());
                sink.is_whole();
            },
            WrongBytes)
            << round;
        EXPECT_LE(file.written(), file.size());
        file.remove();
    }
}

TEST_F(SinksTest, APlainFileGoesOnAtItsEndThoughNothingWasNoted) {
    {
        PartialFile file = partial(true);
        PlainSink sink(file);
        feed(sink, plain_, 0, 1'000'000);
        EXPECT_FALSE(sink.is_whole());
    }
    PartialFile file = partial(true);
    EXPECT_EQ(file.received(), 1'000'000U);
    EXPECT_EQ(file.etag(), "\"tag\"");
    PlainSink sink(file);
    feed(sink, plain_, file.received(), plain_.size());
    EXPECT_TRUE(sink.is_whole());
    file.finish();
    EXPECT_EQ(read_file(incoming_.index(pulled_generation)), plain_);
}

TEST_F(SinksTest, ABreakWithoutAStepForwardIsCountedUntilThereIsOne) {
    for (unsigned tries = 0; tries < 3; ++tries) {
        PartialFile file = partial(false);
        EXPECT_EQ(file.tries(), tries);
        PackedSink sink(file, notice_);
        feed(sink, packed_, 0, 1000);
        file.broke_off();
    }
    PartialFile file = partial(false);
    PackedSink sink(file, notice_);
    feed(sink, packed_, 0, packed_.size() - 1);
    file.broke_off();
    EXPECT_EQ(file.tries(), 0U);
}

TEST_F(SinksTest, NotesThatAreNoneBeginAnew) {
    for (const char* const note : {"", "x", "1 2", "-1 5 0", "5 99999999999 0", "5 1 0", "99999999999999999999 0 0"}) {
        incoming_.write(pulled_generation + ".way.note", std::string(note) + "\n");
        EXPECT_EQ(partial(false).received(), 0U) << note;
    }
}

}  // namespace
}  // namespace bizrec::builder
