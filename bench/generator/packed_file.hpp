#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"

struct gzFile_s;  // zlib's

namespace bizrec::generator {

/// The lines of a file, plain or packed with gzip, whole in memory.
Result<std::vector<std::string>> read_lines(const std::string& path);

/// A file that is written piece by piece, packed with gzip where its name ends in ".gz", and there whole or as it was
/// before: it is renamed from PATH.tmp. "-" is standard output.
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
    std::string temporary_;  // path_ where a rename would put a file in the place of a device or pipe
    gzFile_s* file_ = nullptr;
};

}  // namespace bizrec::generator
