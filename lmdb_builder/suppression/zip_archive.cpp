#include "lmdb_builder/suppression/zip_archive.hpp"

#include <zip.h>

#include <algorithm>
#include <utility>

#include "bizrec/base/ascii.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* no_archive = "is no zip archive, or is cut off";
constexpr const char* bad_directory = "has a damaged directory of files";
constexpr const char* cut_off = "is damaged, or cut off";
constexpr const char* wrong_bytes = "is damaged: it has not the size and the checksum that the archive says";

class MemberSource : public ByteSource {
public:
    MemberSource(std::shared_ptr<zip> archive, zip_file_t* file, std::uint64_t size)
        : archive_(std::move(archive)), file_(file, &::zip_fclose), left_(size) {}

    Result<std::size_t> read(char* out, std::size_t capacity) override {
        if (left_ == 0) {
            return end();
        }
        const zip_int64_t got = zip_fread(file_.get(), out, std::min<std::uint64_t>(left_, capacity));
        if (got <= 0) {
            return Error{has_wrong_checksum() ? wrong_bytes : cut_off};
        }
        left_ -= static_cast<std::uint64_t>(got);
        return static_cast<std::size_t>(got);
    }

    InputFault fault() const noexcept override { return InputFault::damaged; }

private:
    /// Reads one more byte than the member has, because only then libzip compares the checksum. Returns an error if the
    /// byte exists or the checksum differs; otherwise 0.
    Result<std::size_t> end() {
        char more = 0;
        if (!is_ended_ && zip_fread(file_.get(), &more, 1) != 0) {
            return Error{wrong_bytes};
        }
        is_ended_ = true;
        return std::size_t{0};
    }

    bool has_wrong_checksum() const noexcept {
        return zip_error_code_zip(zip_file_get_error(file_.get())) == ZIP_ER_CRC;
    }

    std::shared_ptr<zip> archive_;  // keeps the archive of file_ open
    std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file_;
    std::uint64_t left_;
    bool is_ended_ = false;
};

/// Returns null on failure; `code` then has the error code of libzip.
std::shared_ptr<zip> opened(std::string_view bytes, int& code) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* const source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
    zip_t* const archive = source == nullptr ? nullptr : zip_open_from_source(source, ZIP_RDONLY, &error);
    if (archive == nullptr && source != nullptr) {
        zip_source_free(source);
    }
    code = zip_error_code_zip(&error);
    zip_error_fini(&error);
    return {archive, [](zip_t* open) {
                if (open != nullptr) {
                    zip_discard(open);
                }
            }};
}

}  // namespace

bool ZipArchive::is_zip(std::string_view bytes) noexcept {
    return starts_with(bytes, "PK\x03\x04") || starts_with(bytes, "PK\x05\x06");
}

Result<ZipArchive> ZipArchive::read(std::string_view bytes) {
    int code = 0;
    ZipArchive archive(opened(bytes, code));
    if (archive.archive_ == nullptr) {
        return Error{code == ZIP_ER_NOZIP ? no_archive : bad_directory};
    }
    const auto count = static_cast<std::uint64_t>(zip_get_num_entries(archive.archive_.get(), 0));
    if (count > max_members) {
        return Error{"has " + std::to_string(count) + " files; expected at most " + std::to_string(max_members)};
    }
    std::uint64_t unpacked = 0;
    for (std::uint64_t index = 0; index < count; ++index) {
        if (Status read = archive.read_member(index); !read) {
            return read.error();
        }
    }
    for (const ZipMember& member : archive.members_) {
        unpacked += std::min(member.size, max_unpacked_bytes + 1);
    }
    return unpacked <= max_unpacked_bytes ? Result<ZipArchive>(std::move(archive))
                                          : Result<ZipArchive>(Error{"has more than 4 GiB unpacked"});
}

Status ZipArchive::read_member(std::uint64_t index) {
    constexpr zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD | ZIP_STAT_CRC;
    zip_stat_t status;
    const char* const name = zip_get_name(archive_.get(), index, ZIP_FL_ENC_RAW);
    if (name == nullptr || zip_stat_index(archive_.get(), index, 0, &status) != 0 ||
        (status.valid & needed) != needed) {
        return Error{bad_directory};
    }
    ZipMember member{name, status.size, index};
    if (ends_with(member.name, "/") && member.size == 0) {
        return ok();
    }
    if (status.encryption_method != ZIP_EM_NONE) {
        return Error{"has files under a password: unpack it, and give the files"};
    }
    if (status.comp_method != ZIP_CM_STORE && status.comp_method != ZIP_CM_DEFLATE) {
        return Error{"has files that are packed by method " + std::to_string(status.comp_method) +
                     "; expected deflate: unpack it, and give the files"};
    }
    members_.push_back(std::move(member));
    return ok();
}

Result<std::unique_ptr<ByteSource>> ZipArchive::open(const ZipMember& member) const {
    zip_file_t* const file = zip_fopen_index(archive_.get(), member.index, 0);
    if (file == nullptr) {
        return Error{cut_off};
    }
    return std::unique_ptr<ByteSource>(std::make_unique<MemberSource>(archive_, file, member.size));
}

}  // namespace bizrec::builder
