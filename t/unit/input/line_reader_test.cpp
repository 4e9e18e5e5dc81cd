#include <fcntl.h>
#include <sys/stat.h>

#include <random>
#include <thread>

#include "t/unit/input/input_support.hpp"

#include "t/unit/support/random.hpp"

namespace bizrec::builder {
namespace {

using search::testing::whole_at_night;

using Next = LineReader::Next;
using Texts = std::vector<std::string>;

TEST(InputLineReader, LineEnds) {
    EXPECT_EQ(read_bytes("").text, Texts{});
    EXPECT_EQ(read_bytes("a").text, Texts{"a"});
    EXPECT_EQ(read_bytes("a\n").text, Texts{"a"});
    EXPECT_EQ(read_bytes("a\nb").text, (Texts{"a", "b"}));
    EXPECT_EQ(read_bytes("a\r\nb\r\n").text, (Texts{"a", "b"}));
    EXPECT_EQ(read_bytes("a\rb\n\r\n").text, (Texts{"a\rb", ""}));
    EXPECT_EQ(read_bytes("\n\na\n\n").text, (Texts{"", "", "a", ""}));
    EXPECT_EQ(read_bytes("\xEF\xBB\xBF{}\n\xEF\xBB\xBF{}").text, (Texts{"{}", "\xEF\xBB\xBF{}"}));
    EXPECT_EQ(read_bytes("\xEF\xBB\xBF").text, Texts{});
    EXPECT_EQ(read_bytes("\xEF\xBB").text, Texts{"\xEF\xBB"});
    EXPECT_EQ(read_bytes(std::string("a\0b\n\0", 5)).text, (Texts{std::string("a\0b", 3), std::string("\0", 1)}));
    EXPECT_EQ(read_bytes("\x1F").text, Texts{"\x1F"});
}

TEST(InputLineReader, LongLinesAreSkippedAndCounted) {
    EXPECT_EQ(read_bytes("12345\n123456\n12\n", 5).text, (Texts{"12345", "<too long>", "12"}));
    EXPECT_EQ(read_bytes("12345\r\n123456\r\n12\r\n", 5).text, (Texts{"12345", "<too long>", "12"}));
    EXPECT_EQ(read_bytes("123456", 5).text, Texts{"<too long>"});
    const std::string long_line(3U << 20, 'x');
    EXPECT_EQ(read_bytes(long_line + "\nb", 1000).text, (Texts{"<too long>", "b"}));
    EXPECT_EQ(read_bytes("a\n" + long_line, 1000).text, (Texts{"a", "<too long>"}));
    EXPECT_EQ(read_bytes("a\n" + long_line + "\nb").text, (Texts{"a", long_line, "b"}));
    EXPECT_EQ(read_bytes("a\n" + long_line + "\nb", long_line.size()).text, (Texts{"a", long_line, "b"}));
    EXPECT_EQ(read_bytes("a\n" + long_line + "\nb", long_line.size() - 1).text, (Texts{"a", "<too long>", "b"}));
}

TEST(InputLineReader, ProgressReachesTheFilesSize) {
    const std::string text = "a\nb\n";
    const Lines lines = read_bytes(text);
    EXPECT_EQ(lines.size, text.size());
    EXPECT_EQ(lines.consumed, text.size());
    EXPECT_EQ(lines.line_number, 2U);
    const std::string packed = gzip(text);
    EXPECT_EQ(read_bytes(packed).consumed, packed.size());
    EXPECT_EQ(read_bytes(packed).size, packed.size());
}

TEST(InputLineReader, WhatCannotBeReadIsRefusedByName) {
    const auto missing = LineReader::open("/nonexistent/a.jsonl");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message, "/nonexistent/a.jsonl: cannot open the file: No such file or directory");
    const auto directory = LineReader::open(testing::TempDir());
    ASSERT_FALSE(directory);
    EXPECT_NE(directory.error().message.find("is a directory"), std::string::npos);
    const struct {
        std::string bytes;
        const char* name;
    } foreign[] = {
        {"BZh91AY&SY", "bzip2"},
        {std::string("\xFD\x37zXZ\0\0\0", 8), "xz"},
        {"PK\x03\x04rest", "zip"},
        {"\xFF\xFE{", "is UTF-16 text; convert it first, as with `iconv -f UTF-16 -t UTF-8`"},
        {std::string("\xFE\xFF\0{", 4), "iconv -f UTF-16 -t UTF-8"},
        {std::string("\xFF\xFE\0\0{\0\0\0", 8), "is UTF-32 text; convert it first, as with `iconv -f UTF-32 -t UTF-8`"},
        {std::string("\0\0\xFE\xFF\0\0\0{", 8), "iconv -f UTF-32 -t UTF-8"},
        {std::string("{\0\"\0", 4), "iconv -f UTF-16LE -t UTF-8"},
        {std::string("\0n\0a", 4), "iconv -f UTF-16BE -t UTF-8"},
        {"PAR1rest", "Parquet"}};
    for (const auto& format : foreign) {
        const TestFile file(format.bytes);
        const auto refused = LineReader::open(file.path());
        ASSERT_FALSE(refused) << format.name;
        EXPECT_NE(refused.error().message.find(format.name), std::string::npos) << refused.error().message;
        EXPECT_EQ(refused.error().message.find(file.path()), 0U);
    }
}

/// Reads standard input from a pipe that returns the bytes in small pieces.
Lines read_through_pipe(const std::string& bytes) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    const int saved = ::dup(STDIN_FILENO);
    ::dup2(ends[0], STDIN_FILENO);
    ::close(ends[0]);
    std::thread writer([&] {
        for (std::size_t at = 0; at < bytes.size(); at += 7) {
            const std::string_view piece = std::string_view(bytes).substr(at, 7);
            EXPECT_EQ(::write(ends[1], piece.data(), piece.size()), static_cast<ssize_t>(piece.size()));
        }
        ::close(ends[1]);
    });
    const Lines lines = read_path("-");
    writer.join();
    ::dup2(saved, STDIN_FILENO);
    ::close(saved);
    return lines;
}

TEST(InputLineReader, StandardInput) {
    std::string text = "\xEF\xBB\xBF";
    for (int i = 0; i < 500; ++i) {
        text += "line " + std::to_string(i) + "\n";
    }
    for (const auto& bytes : {text, gzip(text), zstd(text)}) {
        const Lines lines = read_through_pipe(bytes);
        EXPECT_EQ(lines.text, split_lines(text));
        EXPECT_EQ(lines.last, Next::end);
        EXPECT_EQ(lines.size, 0U);
        EXPECT_EQ(lines.consumed, bytes.size());
    }
}

TEST(InputLineReader, RandomTextsAgainstPlainSplitting) {
    constexpr unsigned seed = 7;
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const std::string alphabet("a\n\r\0{\xEF\xBB\xBF", 8);
    for (int round = 0; round < whole_at_night(400); ++round) {
        std::string text;
        const std::size_t length = random() % 3 == 0 ? random() % 600000 : random() % 40;
        const std::size_t one_in = 1 + random() % 5000;
        for (std::size_t i = 0; i < length; ++i) {
            text += random() % one_in == 0 ? alphabet[random() % alphabet.size()] : 'x';
        }
        const std::size_t limit = 1 + random() % 20000;
        std::string bytes;
        const auto packing = random() % 3;
        for (std::size_t at = 0; at < text.size() || bytes.empty();) {
            const std::size_t piece = 1 + random() % (text.size() + 1);
            const std::string part = text.substr(at, piece);
            bytes += packing == 0 ? part : packing == 1 ? gzip(part) : zstd(part);
            at += piece;
            if (text.empty()) {
                break;
            }
        }
        const Lines lines = read_bytes(bytes, limit);
        ASSERT_EQ(lines.text, split_lines(text, limit)) << "round " << round;
        ASSERT_EQ(lines.last, Next::end) << "round " << round << ": " << lines.error;
    }
}

}  // namespace
}  // namespace bizrec::builder
