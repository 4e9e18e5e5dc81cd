#include "lmdb_builder/import/import_output.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include "lmdb_builder/build/failure.hpp"

namespace bizrec::builder {

ImportOutput::ImportOutput(const std::string& path) : path_(path) {
    if (path_.empty()) {
        return;
    }
    struct stat status {};
    const bool exists = ::stat(path_.c_str(), &status) == 0;
    if (!exists || S_ISREG(status.st_mode)) {
        temporary_ = path_ + ".importing";
    }
    file_ = std::fopen((temporary_.empty() ? path_ : temporary_).c_str(), "we");
    if (file_ == nullptr) {
        temporary_.clear();
        fail_to_write();
    }
}

ImportOutput::~ImportOutput() {
    if (file_ != nullptr && file_ != stdout) {
        std::fclose(file_);
    }
    if (!temporary_.empty()) {
        ::unlink(temporary_.c_str());
    }
}

void ImportOutput::fail_to_write() const {
    fail_with_errno(path_.empty() ? "write to standard output" : "write the output \"" + path_ + "\"");
}

void ImportOutput::write_line(std::string_view json) {
    if (std::fwrite(json.data(), 1, json.size(), file_) != json.size() || std::fputc('\n', file_) == EOF) {
        fail_to_write();
    }
}

void ImportOutput::finish() {
    if (std::fflush(file_) != 0) {
        fail_to_write();
    }
    if (file_ == stdout) {
        return;
    }
    if (!temporary_.empty() && ::fsync(::fileno(file_)) != 0) {
        fail_to_write();
    }
    std::FILE* const file = std::exchange(file_, nullptr);
    if (std::fclose(file) != 0 || (!temporary_.empty() && std::rename(temporary_.c_str(), path_.c_str()) != 0)) {
        fail_to_write();
    }
    temporary_.clear();
}

}  // namespace bizrec::builder
