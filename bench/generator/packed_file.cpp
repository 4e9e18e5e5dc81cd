#include "bench/generator/packed_file.hpp"

#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

namespace bizrec::generator {
namespace {

struct CloseGzip {
    void operator()(gzFile_s* file) const noexcept { gzclose(file); }
};
using GzipFile = std::unique_ptr<gzFile_s, CloseGzip>;

constexpr const char* unpacked = "wbT";

bool ends_with(const std::string& text, const std::string& end) noexcept {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
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

OutputFile::OutputFile(const std::string& path) : path_(path), temporary_(path) {
    if (path == "-") {
        file_ = gzdopen(::dup(STDOUT_FILENO), unpacked);
        return;
    }
    std::error_code ignored;
    if (!std::filesystem::is_other(path, ignored)) {
        temporary_ += ".tmp";
    }
    file_ = gzopen(temporary_.c_str(), ends_with(path, ".gz") ? "wb6" : unpacked);
}

OutputFile::~OutputFile() {
    if (file_ != nullptr) {
        gzclose(file_);
        if (is_renamed()) {
            std::remove(temporary_.c_str());
        }
    }
}

Result<std::unique_ptr<OutputFile>> OutputFile::open(const std::string& path) {
    std::unique_ptr<OutputFile> file(new OutputFile(path));
    if (file->file_ == nullptr) {
        return file->cannot_write();
    }
    return file;
}

Error OutputFile::cannot_write() const {
    return Error{(path_ == "-" ? "standard output" : path_) + ": cannot write: " + std::strerror(errno)};
}

Status OutputFile::write(std::string_view bytes) {
    constexpr std::size_t piece = 1U << 20;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
        const auto length = static_cast<unsigned>(std::min(piece, bytes.size()));
        if (gzwrite(file_, bytes.data(), length) != static_cast<int>(length)) {
            return cannot_write();
        }
    }
    return ok();
}

Status OutputFile::finish() {
    const bool closed = gzclose(std::exchange(file_, nullptr)) == Z_OK;
    if (closed && (!is_renamed() || std::rename(temporary_.c_str(), path_.c_str()) == 0)) {
        return ok();
    }
    const Error error = cannot_write();
    if (is_renamed()) {
        std::remove(temporary_.c_str());
    }
    return error;
}

}  // namespace bizrec::generator
