#include "bench/generator/packed_file.hpp"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace bizrec::generator {
namespace {

struct CloseGzip {
    void operator()(gzFile_s* file) const noexcept { gzclose(file); }
};
using GzipFile = std::unique_ptr<gzFile_s, CloseGzip>;

bool ends_with(const std::string& text, const std::string& end) noexcept {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool write_gzip(const std::string& path, const std::string& text) {
    GzipFile file(gzopen(path.c_str(), "wb6"));
    if (!file) {
        return false;
    }
    constexpr std::size_t piece = 1U << 20;
    for (std::size_t at = 0; at < text.size(); at += piece) {
        const auto length = static_cast<unsigned>(std::min(piece, text.size() - at));
        if (gzwrite(file.get(), text.data() + at, length) != static_cast<int>(length)) {
            return false;
        }
    }
    return gzclose(file.release()) == Z_OK;
}

bool write_plain(const std::string& path, const std::string& text) {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) {
        return false;
    }
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    return std::fclose(file) == 0 && written;
}

}  // namespace

Result<std::vector<std::string>> read_lines(const std::string& path) {
    const GzipFile file(gzopen(path.c_str(), "rb"));
    if (!file) {
        return Error{path + ": cannot open the file: " + std::strerror(errno)};
    }
    std::string text;
    std::string piece(1U << 18, '\0');
    int got = 0;
    while ((got = gzread(file.get(), piece.data(), static_cast<unsigned>(piece.size()))) > 0) {
        text.append(piece, 0, static_cast<std::size_t>(got));
    }
    int code = Z_OK;
    const char* why = gzerror(file.get(), &code);
    if (code != Z_OK && code != Z_STREAM_END) {
        return Error{path + ": cannot read: " + why};
    }
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t newline = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, newline - at));
        at = newline + 1;
    }
    return lines;
}

Status write_file(const std::string& path, const std::string& text) {
    if (path == "-") {
        const bool written =
            std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
        return written ? ok() : Error{"standard output: cannot write: " + std::string(std::strerror(errno))};
    }
    std::error_code ignored;
    const bool is_device = std::filesystem::is_other(path, ignored);
    // A device or pipe is written to; a rename would put a file in its place.
    const std::string temporary = is_device ? path : path + ".tmp";
    const bool written = ends_with(path, ".gz") ? write_gzip(temporary, text) : write_plain(temporary, text);
    if (written && (is_device || std::rename(temporary.c_str(), path.c_str()) == 0)) {
        return ok();
    }
    const std::string why = std::strerror(errno);
    if (!is_device) {
        std::remove(temporary.c_str());
    }
    return Error{path + ": cannot write: " + why};
}

}  // namespace bizrec::generator
