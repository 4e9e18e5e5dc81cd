#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/input/byte_source.hpp"

struct zip;

namespace bizrec::builder {

struct ZipMember {
    std::string name;
    std::uint64_t size = 0;   ///< bytes of the unpacked member
    std::uint64_t index = 0;  ///< number of the member in the archive
};

/// Reads a zip archive in memory with libzip, for example a download of deletion lists. Its members are stored or
/// deflated, and have at most 4 GiB unpacked.
class ZipArchive {
public:
    static constexpr std::size_t max_members = 1000;
    static constexpr std::uint64_t max_unpacked_bytes = std::uint64_t{4} << 30;  ///< of all members

    static bool is_zip(std::string_view bytes) noexcept;

    /// Reads the archive's list of members; folders are skipped. `bytes` must outlive the archive and its open members.
    /// The message of an error begins with "is" or "has" and has no path.
    static Result<ZipArchive> read(std::string_view bytes);

    const std::vector<ZipMember>& members() const noexcept { return members_; }

    /// Opens a member. The source gives exactly ZipMember::size bytes with the checksum that the archive states;
    /// otherwise a read fails.
    Result<std::unique_ptr<ByteSource>> open(const ZipMember& member) const;

private:
    explicit ZipArchive(std::shared_ptr<zip> archive) : archive_(std::move(archive)) {}
    Status read_member(std::uint64_t index);

    std::shared_ptr<zip> archive_;
    std::vector<ZipMember> members_;
};

}  // namespace bizrec::builder
