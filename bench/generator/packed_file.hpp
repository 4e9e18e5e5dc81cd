#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"

struct gzFile_s;  // of zlib

namespace bizrec::generator {

/// Reads all lines of a file, plain or compressed with gzip, into memory.
Result<std::vector<std::string>> read_lines(const std::string& path);

/// A file that is written piece by piece, compressed with gzip if its name ends in ".gz". It is replaced atomically:
/// the data goes to PATH.tmp, which is then renamed. "-" is standard output.
class OutputFile {
public:
    static Result<std::unique_ptr<OutputFile>> open(const std::string& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    Status write(std::string_view bytes);
    Status finish();

private:
    explicit OutputFile(const std::string& path);
    Error cannot_write() const;
    bool is_renamed() const noexcept { return temporary_ != path_; }

    std::string path_;
    std::string temporary_;  // path_ itself if a rename would replace a device or pipe
    gzFile_s* file_ = nullptr;
};

}  // namespace bizrec::generator
