#include <random>

#include "lmdb_builder/input/line_batch.hpp"
#include "t/unit/input/input_support.hpp"

namespace bizrec::builder {
namespace {

using Fault = LineBatch::Fault;

struct Numbered {
    std::size_t input;
    std::uint64_t number;
    std::string text;
    Fault fault;

    bool operator==(const Numbered& o) const {
        return input == o.input && number == o.number && text == o.text && fault == o.fault;
    }
};

std::vector<Numbered> read_batches(const std::vector<std::string>& paths, std::size_t batch_bytes) {
    LineBatchReader reader(paths, batch_bytes);
    LineBatch batch;
    std::vector<Numbered> out;
    std::uint64_t consumed = 0;
    while (true) {
        const auto more = reader.next(batch);
        EXPECT_TRUE(more);
        if (!more || !more.value()) {
            return out;
        }
        EXPECT_FALSE(batch.lines().empty());
        EXPECT_GE(batch.consumed_bytes(), consumed);
        consumed = batch.consumed_bytes();
        for (const LineBatch::Line& line : batch.lines()) {
            out.push_back({batch.input(), line.number, std::string(batch.text(line)), line.fault});
        }
    }
}

/// Reads line by line, with the reader that batches use.
std::vector<Numbered> read_lines(const std::vector<std::string>& paths) {
    std::vector<Numbered> out;
    for (std::size_t input = 0; input < paths.size(); ++input) {
        auto reader = LineReader::open(paths[input]);
        std::string_view text;
        LineReader::Next next = reader.value()->next(text);
        for (; next == LineReader::Next::line; next = reader.value()->next(text)) {
            out.push_back({input, reader.value()->line_number(), std::string(text), Fault::none});
        }
        if (next == LineReader::Next::failed) {
            const bool cut = reader.value()->fault() == InputFault::cut_off;
            out.push_back({input, reader.value()->line_number() + 1, "", cut ? Fault::cut_off : Fault::damaged});
        }
    }
    return out;
}

TEST(InputLineBatch, GivesTheLinesOfTheReaderWhateverTheBatch) {
    constexpr unsigned seed = 17;
    std::mt19937 random(seed);
    for (int round = 0; round < 40; ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
        std::string texts[3];
        for (std::string& text : texts) {
            for (auto lines = random() % 200; lines > 0; --lines) {
                text += std::string(random() % 40, 'a') + "\n";
            }
        }
        const std::string packed = gzip(texts[1]);
        const TestFile plain(texts[0]), cut(packed.substr(0, packed.size() - 1 - random() % 8)), last(zstd(texts[2])),
            damaged(zstd(texts[2]) + "other bytes"), empty("");
        const std::vector<std::string> paths = {plain.path(), empty.path(), cut.path(), last.path(), damaged.path()};
        const std::vector<Numbered> expected = read_lines(paths);
        for (const std::size_t batch_bytes :
             {std::size_t{1}, std::size_t{100}, std::size_t{3000}, std::size_t{1} << 20}) {
            ASSERT_EQ(read_batches(paths, batch_bytes), expected) << batch_bytes;
        }
    }
}

TEST(InputLineBatch, EmptyLinesFillABatchToo) {
    const TestFile file(std::string(100000, '\n'));
    LineBatchReader reader({file.path()}, 1000);
    LineBatch batch;
    ASSERT_TRUE(reader.next(batch).value());
    EXPECT_LE(batch.lines().size(), 1000 / sizeof(LineBatch::Line) + 1);
}

TEST(InputLineBatch, WhatCannotBeOpenedIsAnError) {
    LineBatchReader reader({"/nonexistent/a.jsonl"}, 1000);
    LineBatch batch;
    EXPECT_FALSE(reader.next(batch));
}

}  // namespace
}  // namespace bizrec::builder
