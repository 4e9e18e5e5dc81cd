#pragma once

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/input/line_reader.hpp"

namespace bizrec::builder {

/// A temporary file; the destructor removes it.
class TestFile {
public:
    explicit TestFile(std::string_view bytes) : path_(testing::TempDir() + "bizrec_input_XXXXXX") {
        const int descriptor = ::mkstemp(path_.data());
        EXPECT_GE(descriptor, 0);
        ::close(descriptor);
        std::ofstream(path_, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    TestFile(const TestFile&) = delete;
    TestFile& operator=(const TestFile&) = delete;
    ~TestFile() { std::remove(path_.c_str()); }

    const std::string& path() const noexcept { return path_; }

private:
    std::string path_;
};

/// One gzip member.
inline std::string gzip(std::string_view bytes) {
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    std::string out(deflateBound(&stream, bytes.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

/// One zstd frame with a checksum.
inline std::string zstd(std::string_view bytes) {
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    std::string out(ZSTD_compressBound(bytes.size()), '\0');
    const std::size_t size = ZSTD_compress2(context, out.data(), out.size(), bytes.data(), bytes.size());
    EXPECT_FALSE(ZSTD_isError(size));
    out.resize(ZSTD_isError(size) ? 0 : size);
    ZSTD_freeCCtx(context);
    return out;
}

struct Lines {
    std::vector<std::string> text;  ///< "<too long>" for a line over the limit
    LineReader::Next last = LineReader::Next::end;
    std::string error;
    std::uint64_t line_number = 0;
    std::uint64_t consumed = 0;
    std::uint64_t size = 0;
};

inline Lines drain(LineReader& reader) {
    Lines out;
    std::string_view line;
    for (;;) {
        out.last = reader.next(line);
        if (out.last == LineReader::Next::end || out.last == LineReader::Next::failed) {
            break;
        }
        out.text.emplace_back(out.last == LineReader::Next::line ? line : "<too long>");
        EXPECT_EQ(reader.line_number(), out.text.size());
    }
    out.error = reader.error().message;
    out.line_number = reader.line_number();
    out.consumed = reader.compressed_bytes();
    out.size = reader.file_bytes();
    return out;
}

inline Lines read_path(const std::string& path, std::size_t limit = LineReader::default_line_limit) {
    auto reader = LineReader::open(path, limit);
    if (!reader) {
        ADD_FAILURE() << reader.error().message;
        return {};
    }
    return drain(*reader.value());
}

inline Lines read_bytes(std::string_view bytes, std::size_t limit = LineReader::default_line_limit) {
    return read_path(TestFile(bytes).path(), limit);
}

/// The oracle for LineReader: splits a text into lines, plainly and slowly.
inline std::vector<std::string> split_lines(std::string text, std::size_t limit = LineReader::default_line_limit) {
    if (text.compare(0, 3, "\xEF\xBB\xBF") == 0) {
        text.erase(0, 3);
    }
    std::vector<std::string> out;
    while (!text.empty()) {
        const std::size_t newline = text.find('\n');
        std::string line = text.substr(0, newline);
        if (newline != std::string::npos && !line.empty() && line.back() == '\r') {
            line.pop_back();
        }
        out.push_back(line.size() > limit ? "<too long>" : line);
        text.erase(0, newline == std::string::npos ? newline : newline + 1);
    }
    return out;
}

}  // namespace bizrec::builder
