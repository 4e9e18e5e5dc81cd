#include "bizrec/store/verdict.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "bizrec/base/hex.hpp"
#include "bizrec/store/file_system.hpp"
#include "bizrec/store/manifest.hpp"
#include "bizrec/store/sha256.hpp"
#include "bizrec/store/trust.hpp"

namespace bizrec::store {
namespace {

constexpr mode_t any_write = S_IWUSR | S_IWGRP | S_IWOTH;
constexpr mode_t foreign_write = S_IWGRP | S_IWOTH;
constexpr std::size_t verdict_limit = 1024;  ///< bytes; far above the size of what serialise_verdict() writes
constexpr std::string_view verdict_suffix = ".verdict";

/// The part of a verdict before the SHA-256. A reader compares it with the text that it would write, so no parser is
/// needed.
std::string head_of(const OpenIndex& index, std::uint32_t owner, const std::string& signature_text) {
    const FileIdentity& file = index.file.identity;
    std::string signature = signature_text;
    if (!signature.empty() && signature.back() == '\n') {
        signature.pop_back();
    }
    return "{\"verdict\":1,\"by\":" + std::to_string(owner) + ",\"device\":" + std::to_string(file.device) +
           ",\"inode\":" + std::to_string(file.inode) + ",\"size\":" + std::to_string(file.size) +
           ",\"changed_ns\":" + std::to_string(file.changed_ns) + ",\"seal\":\"" + hex(index.seal.sha256) +
           "\",\"signature\":\"" + signature + "\",\"sha256\":\"";
}

constexpr std::string_view tail = "\"}\n";

/// Returns why the file cannot be trusted: it is not a regular file, belongs neither to root nor to the folder's owner,
/// or is writable. Empty if it can be trusted.
std::string foreign_writer(const struct stat& of, const struct stat& folder, const char* what) {
    if (!S_ISREG(of.st_mode)) {
        return std::string(what) + " is no regular file";
    }
    if (of.st_uid != 0 && of.st_uid != folder.st_uid) {
        return std::string(what) + " belongs to user " + std::to_string(of.st_uid) +
               ", and neither to root nor to the owner of the folder";
    }
    return (of.st_mode & any_write) != 0 ? std::string(what) + " may be written, its mode is not 0444" : std::string();
}

struct VerdictFile {
    std::string bytes;
    std::uint32_t owner = 0;
};

/// Opens the verdict through a descriptor of its folder, so that the folder whose permissions are checked is the one
/// that holds the verdict.
Result<VerdictFile> read_verdict(const OpenIndex& index) {
    const std::string folder_path = index.path.substr(0, index.path.rfind('/') + 1);
    const FileDescriptor folder(::open(folder_path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    struct stat of_folder {};
    if (folder.get() < 0 || ::fstat(folder.get(), &of_folder) != 0) {
        return Error{"the folder cannot be examined"};
    }
    const std::string name = verdict_path_of(index.path).substr(folder_path.size());
    const FileDescriptor fd(
        ::openat(folder.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));  // do not wait on a pipe
    if (fd.get() < 0) {
        return Error{errno == ENOENT ? "there is none" : "it cannot be opened"};
    }
    struct stat of_verdict {};
    struct stat of_index {};
    if (::fstat(fd.get(), &of_verdict) != 0 || ::fstat(index.file.fd.get(), &of_index) != 0) {
        return Error{"it cannot be examined"};
    }
    if ((of_folder.st_mode & foreign_write) != 0) {
        return Error{"others than its owner may write into the folder"};
    }
    for (const std::string& problem :
         {foreign_writer(of_verdict, of_folder, "it"), foreign_writer(of_index, of_folder, "the index")}) {
        if (!problem.empty()) {
            return Error{problem};
        }
    }
    if (of_verdict.st_size < 1 || static_cast<std::uint64_t>(of_verdict.st_size) > verdict_limit) {
        return Error{"its size is not possible for a verdict"};
    }
    VerdictFile file{std::string(static_cast<std::size_t>(of_verdict.st_size), '\0'), of_verdict.st_uid};
    if (!read_at(fd.get(), file.bytes.data(), file.bytes.size(), 0)) {
        return Error{"it cannot be read"};
    }
    return file;
}

}  // namespace

std::string verdict_path_of(const std::string& index_path) {
    const bool has_suffix =
        index_path.size() > index_suffix.size() &&
        index_path.compare(index_path.size() - index_suffix.size(), index_suffix.size(), index_suffix) == 0;
    return index_path.substr(0, index_path.size() - (has_suffix ? index_suffix.size() : 0)) +
           std::string(verdict_suffix);
}

std::string serialise_verdict(const OpenIndex& index, std::uint32_t owner, const std::string& signature_text,
                              const Sha256& file_sha256) {
    return head_of(index, owner, signature_text) + hex(file_sha256) + std::string(tail);
}

Result<Sha256> trusted_verdict(const OpenIndex& index) {
    if (generation_named_by(index.path).empty()) {
        return Error{"only a published index has one"};
    }
    if (!file_system_warning(index.path).empty()) {
        return Error{"the file system is shared with other hosts"};
    }
    const auto file = read_verdict(index);
    if (!file) {
        return file.error();
    }
    const auto signature = read_signature_text(index.path);
    const std::string head = head_of(index, file.value().owner, signature ? signature.value() : std::string());
    Sha256 file_sha256{};
    const std::string_view bytes = file.value().bytes;
    const std::size_t digits = 2 * file_sha256.size();
    if (bytes.size() != head.size() + digits + tail.size() || bytes.substr(0, head.size()) != head ||
        bytes.substr(head.size() + digits) != tail || !all_lower_hex(bytes.substr(head.size(), digits))) {
        return Error{"it is about other bytes: the file was changed, replaced or copied since"};
    }
    for (std::size_t i = 0; i < file_sha256.size(); ++i) {
        file_sha256[i] = static_cast<unsigned char>(hex_byte(bytes, head.size() + 2 * i));
    }
    return file_sha256;
}

}  // namespace bizrec::store
