#include "lmdb_builder/record/rejects_file.hpp"

#include "bizrec/text/visible.hpp"

namespace bizrec::builder {

RejectsFile::RejectsFile(const std::string& path) : file_(path, "the rejects file") {}

void RejectsFile::add(const std::string& file, std::uint64_t line, const RejectReason& reason) {
    if (!file_) {
        return;
    }
    // One line per record, without control characters of terminals.
    std::string text =
        text::visible(file + ":" + std::to_string(line) + ": " + (reason.field.empty() ? "-" : reason.field) + ": " +
                      reason.code + ": " + reason.detail);
    text.push_back('\n');
    file_.write(text);
}

void RejectsFile::close() {
    file_.close();
}

}  // namespace bizrec::builder
