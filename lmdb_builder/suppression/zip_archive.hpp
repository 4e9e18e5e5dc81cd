#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/input/byte_source.hpp"

namespace bizrec::builder {

struct ZipMember {
    std::string name;
    std::uint16_t method = 0;            ///< 0 stored, 8 deflated
    std::uint64_t packed = 0, size = 0;  ///< bytes
    std::uint32_t crc = 0;
    std::uint64_t offset = 0;  ///< of its local header
};

/// A zip archive in memory, stored or deflated, up to 4 GiB, such as a download of deletion lists. No access leaves the
/// given bytes, even if the archive is damaged.
class ZipArchive {
public:
    static constexpr std::size_t max_members = 1000;
    static constexpr std::uint64_t max_unpacked_bytes = std::uint64_t{4} << 30;  ///< of all members

    static bool is_zip(std::string_view bytes) noexcept;

    /// `bytes` must outlive the archive. Folders are skipped. The message begins with "is" or "has" and has no path.
    static Result<ZipArchive> read(std::string_view bytes);

    const std::vector<ZipMember>& members() const noexcept { return members_; }

    /// Gives exactly `size` bytes with that checksum, or fails. Never unpacks more than `size` bytes.
    Result<std::unique_ptr<ByteSource>> open(const ZipMember& member) const;

private:
    explicit ZipArchive(std::string_view bytes) : bytes_(bytes) {}
    Status read_directory();
    Status read_member(std::uint64_t& at);

    std::string_view bytes_;
    std::vector<ZipMember> members_;
};

}  // namespace bizrec::builder
