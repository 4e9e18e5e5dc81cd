#include "lmdb_builder/record/rejects.hpp"

#include "bizrec/text/visible.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t few_rejects = 9;  ///< this many rejects, or fewer, may be more than half of the records

}  // namespace

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

bool RejectLimit::holds(std::uint64_t refused, std::uint64_t read) const noexcept {
    if (refused > records) {
        return false;
    }
    const bool are_most = refused > few_rejects && refused > read / 2;
    const double share = static_cast<double>(read) * percent / 100;
    return (refused <= free && !are_most) || static_cast<double>(refused) <= share;
}

}  // namespace bizrec::builder
