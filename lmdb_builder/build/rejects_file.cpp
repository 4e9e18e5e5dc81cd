#include "lmdb_builder/build/rejects_file.hpp"

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/build/failure.hpp"

namespace bizrec::builder {

RejectsFile::RejectsFile(const std::string& path) : path_(path) {
    if (path_.empty()) {
        return;
    }
    file_.reset(std::fopen(path_.c_str(), "we"));
    if (file_ == nullptr) {
        fail_with_errno("write the rejects file \"" + path_ + "\"");
    }
}

void RejectsFile::add(const std::string& file, std::uint64_t line, const RejectReason& reason) {
    if (file_ == nullptr) {
        return;
    }
    // One line a record, and nothing in it that could steer a terminal.
    std::string text =
        text::visible(file + ":" + std::to_string(line) + ": " + (reason.field.empty() ? "-" : reason.field) + ": " +
                      reason.code + ": " + reason.detail);
    text.push_back('\n');
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) {
        fail_with_errno("write the rejects file \"" + path_ + "\"");
    }
}

void RejectsFile::close() {
    if (file_ != nullptr && std::fclose(file_.release()) != 0) {
        fail_with_errno("write the rejects file \"" + path_ + "\"");
    }
}

}  // namespace bizrec::builder
