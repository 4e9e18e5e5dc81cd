#include "lmdb_builder/suppression/zip_archive.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/bytes.hpp"

namespace bizrec::builder {
namespace {

// The format: PKWARE's APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16.
constexpr std::uint32_t local_signature = 0x04034b50;
constexpr std::uint32_t directory_signature = 0x02014b50;
constexpr std::uint32_t end_signature = 0x06054b50;
constexpr std::size_t local_bytes = 30;
constexpr std::size_t directory_bytes = 46;
constexpr std::size_t end_bytes = 22;
constexpr std::size_t max_comment_bytes = 65535;
constexpr std::uint16_t encrypted_flag = 1;
constexpr std::uint16_t zip64_extra = 1;
constexpr std::uint32_t in_zip64_extra = 0xFFFFFFFF;
constexpr std::uint16_t stored = 0, deflated = 8;

/// `at` + sizeof(Number) <= bytes.size().
template <class Number>
Number number_at(std::string_view bytes, std::uint64_t at) noexcept {
    return load_unaligned<Number>(bytes.data() + at);
}

bool has(std::string_view bytes, std::uint64_t at, std::uint64_t size) noexcept {
    return at <= bytes.size() && size <= bytes.size() - at;
}

/// The offset of the end-of-directory record; npos if there is none.
std::size_t find_end(std::string_view bytes) noexcept {
    if (bytes.size() < end_bytes) {
        return std::string_view::npos;
    }
    const std::size_t last = bytes.size() - end_bytes;
    const std::size_t first = last - std::min(last, max_comment_bytes);
    for (std::size_t at = last + 1; at-- > first;) {
        if (number_at<std::uint32_t>(bytes, at) == end_signature &&
            number_at<std::uint16_t>(bytes, at + 20) == bytes.size() - at - end_bytes) {
            return at;
        }
    }
    return std::string_view::npos;
}

/// Reads the sizes and the offset that do not fit into 32 bits from the extra field. False: they are missing.
bool take_zip64(std::string_view extra, ZipMember& member) noexcept {
    std::uint64_t* const wide[] = {&member.size, &member.packed, &member.offset};
    const bool is_needed = std::any_of(std::begin(wide), std::end(wide),
                                       [](const std::uint64_t* number) { return *number == in_zip64_extra; });
    for (std::uint64_t at = 0; is_needed && has(extra, at, 4);) {
        const std::uint64_t size = number_at<std::uint16_t>(extra, at + 2);
        if (number_at<std::uint16_t>(extra, at) == zip64_extra && has(extra, at + 4, size)) {
            std::string_view numbers = extra.substr(static_cast<std::size_t>(at) + 4, static_cast<std::size_t>(size));
            for (std::uint64_t* const number : wide) {
                if (*number == in_zip64_extra && numbers.size() >= sizeof *number) {
                    *number = number_at<std::uint64_t>(numbers, 0);
                    numbers.remove_prefix(sizeof *number);
                }
            }
            return true;
        }
        at += 4 + size;
    }
    return !is_needed;
}

class MemberSource : public ByteSource {
public:
    MemberSource(const ZipMember& member, std::string_view packed)
        : left_(member.size), crc_(member.crc), is_stored_(member.method == stored), packed_(packed) {
        is_open_ = is_stored_ || inflateInit2(&stream_, -MAX_WBITS) == Z_OK;
    }
    MemberSource(const MemberSource&) = delete;
    MemberSource& operator=(const MemberSource&) = delete;
    ~MemberSource() override {
        if (is_open_ && !is_stored_) {
            inflateEnd(&stream_);
        }
    }

    Result<std::size_t> read(char* out, std::size_t capacity) override {
        if (!is_open_) {
            return Error{"zlib: not enough memory"};
        }
        const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(left_, capacity));
        const std::size_t got = is_stored_ ? copy(out, wanted) : unpack(out, wanted);
        if (got == 0 && left_ != 0) {
            return Error{"is damaged, or cut off"};
        }
        left_ -= got;
        seen_ = crc32_z(seen_, reinterpret_cast<const Bytef*>(out), got);
        if (left_ == 0 && (seen_ != crc_ || !is_at_end())) {
            return Error{"is damaged: it has not the size and the checksum that the archive says"};
        }
        return got;
    }

    InputFault fault() const noexcept override { return InputFault::damaged; }

private:
    std::size_t copy(char* out, std::size_t wanted) {
        const std::size_t got = packed_.copy(out, wanted);
        packed_.remove_prefix(got);
        return got;
    }

    /// Returns 0 if the data are damaged.
    std::size_t unpack(char* out, std::size_t wanted) {
        constexpr std::size_t most = std::numeric_limits<uInt>::max();
        const auto room = static_cast<uInt>(std::min(wanted, most));
        stream_.next_out = reinterpret_cast<Bytef*>(out);
        stream_.avail_out = room;
        while (stream_.avail_out == room && room != 0) {
            const int code = inflate_some();
            if (code != Z_OK) {
                break;
            }
        }
        return room - stream_.avail_out;
    }

    int inflate_some() {
        const auto available =
            static_cast<uInt>(std::min<std::size_t>(packed_.size(), std::numeric_limits<uInt>::max()));
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed_.data()));  // zlib only reads it
        stream_.avail_in = available;
        const int code = inflate(&stream_, Z_NO_FLUSH);
        packed_.remove_prefix(available - stream_.avail_in);
        has_ended_ = code == Z_STREAM_END;
        return code;
    }

    /// Whether the compressed data end at the expected byte.
    bool is_at_end() {
        if (is_stored_ || has_ended_) {
            return packed_.empty();
        }
        Bytef more = 0;
        stream_.next_out = &more;
        stream_.avail_out = 1;
        while (inflate_some() == Z_OK && stream_.avail_out != 0) {
        }
        return has_ended_ && stream_.avail_out != 0 && packed_.empty();
    }

    std::uint64_t left_;
    std::uint32_t crc_;
    uLong seen_ = 0;
    bool is_stored_, is_open_ = false, has_ended_ = false;
    std::string_view packed_;
    z_stream stream_{};
};

}  // namespace

bool ZipArchive::is_zip(std::string_view bytes) noexcept {
    return starts_with(bytes, "PK\x03\x04") || starts_with(bytes, "PK\x05\x06");
}

Result<ZipArchive> ZipArchive::read(std::string_view bytes) {
    ZipArchive archive(bytes);
    const Status status = archive.read_directory();
    return status ? Result<ZipArchive>(std::move(archive)) : Result<ZipArchive>(status.error());
}

Status ZipArchive::read_directory() {
    const std::size_t end = find_end(bytes_);
    if (end == std::string_view::npos) {
        return Error{"is no zip archive, or is cut off"};
    }
    const std::size_t count = number_at<std::uint16_t>(bytes_, end + 10);
    std::uint64_t at = number_at<std::uint32_t>(bytes_, end + 16);
    if (count > max_members) {
        return Error{"has " + std::to_string(count) + " files; expected at most " + std::to_string(max_members)};
    }
    for (std::size_t i = 0; i < count; ++i) {
        Status member = read_member(at);
        if (!member) {
            return member;
        }
    }
    std::uint64_t unpacked = 0;
    for (const ZipMember& member : members_) {
        unpacked += std::min(member.size, max_unpacked_bytes + 1);
    }
    return unpacked <= max_unpacked_bytes ? ok() : Status(Error{"has more than 4 GiB unpacked"});
}

Status ZipArchive::read_member(std::uint64_t& at) {
    if (!has(bytes_, at, directory_bytes) || number_at<std::uint32_t>(bytes_, at) != directory_signature) {
        return Error{"has a damaged directory of files"};
    }
    const std::uint64_t name_size = number_at<std::uint16_t>(bytes_, at + 28);
    const std::uint64_t extra_size = number_at<std::uint16_t>(bytes_, at + 30);
    const std::uint64_t comment_size = number_at<std::uint16_t>(bytes_, at + 32);
    ZipMember member;
    member.method = number_at<std::uint16_t>(bytes_, at + 10);
    member.crc = number_at<std::uint32_t>(bytes_, at + 16);
    member.packed = number_at<std::uint32_t>(bytes_, at + 20);
    member.size = number_at<std::uint32_t>(bytes_, at + 24);
    member.offset = number_at<std::uint32_t>(bytes_, at + 42);
    if (!has(bytes_, at + directory_bytes, name_size + extra_size + comment_size)) {
        return Error{"has a damaged directory of files"};
    }
    member.name = bytes_.substr(static_cast<std::size_t>(at) + directory_bytes, static_cast<std::size_t>(name_size));
    const std::string_view extra =
        bytes_.substr(static_cast<std::size_t>(at + directory_bytes + name_size), static_cast<std::size_t>(extra_size));
    const bool is_encrypted = (number_at<std::uint16_t>(bytes_, at + 8) & encrypted_flag) != 0;
    at += directory_bytes + name_size + extra_size + comment_size;
    if (ends_with(member.name, "/") && member.size == 0) {
        return ok();
    }
    if (is_encrypted) {
        return Error{"has files under a password: unpack it, and give the files"};
    }
    if (member.method != stored && member.method != deflated) {
        return Error{"has files that are packed by method " + std::to_string(member.method) +
                     "; expected deflate: unpack it, and give the files"};
    }
    if (!take_zip64(extra, member)) {
        return Error{"has a damaged directory of files"};
    }
    members_.push_back(std::move(member));
    return ok();
}

Result<std::unique_ptr<ByteSource>> ZipArchive::open(const ZipMember& member) const {
    const Error damaged{"has a damaged directory of files"};
    if (!has(bytes_, member.offset, local_bytes) ||
        number_at<std::uint32_t>(bytes_, member.offset) != local_signature) {
        return damaged;
    }
    const std::uint64_t begin = member.offset + local_bytes + number_at<std::uint16_t>(bytes_, member.offset + 26) +
                                number_at<std::uint16_t>(bytes_, member.offset + 28);
    if (!has(bytes_, begin, member.packed)) {
        return damaged;
    }
    return std::unique_ptr<ByteSource>(std::make_unique<MemberSource>(
        member, bytes_.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(member.packed))));
}

}  // namespace bizrec::builder
