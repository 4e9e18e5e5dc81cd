#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/store/fd.hpp"
#include "lmdb_builder/pull/incoming_folder.hpp"

namespace bizrec::builder {

/// A partially fetched file of incoming/ that later pulls continue: PART.part. The point to resume at is in PART.note.
/// Throws BuildFailure if a file operation fails.
class PartialFile {
public:
    /// Opens the file that an earlier pull has left, truncated to its last note, or an empty file. `part`:
    /// PART. `name`: the name of the complete file in incoming/. Both begin with the generation and a dot. `size`: of
    /// the complete file; the disk space is reserved. `follows_file`: true if the download is stored as received. Then
    /// the file's size, and not its note, says how far the download came.
    PartialFile(const IncomingFolder& incoming, const std::string& part, std::string name, std::uint64_t size,
                bool follows_file);

    /// The byte of the download to resume at.
    std::uint64_t received() const noexcept { return safe_.received; }
    std::uint64_t written() const noexcept { return written_; }
    std::uint64_t size() const noexcept { return size_; }
    const std::string& etag() const noexcept { return etag_; }
    unsigned tries() const noexcept { return tries_; }  ///< interruptions in a row without any progress

    /// Call it when a download begins. `anew`: from the first byte, otherwise at received(). `etag`: the entity tag of
    /// the source's file.
    void begin(bool anew, const std::string& etag);
    /// Appends bytes. Precondition: they fit into `size`.
    void write(std::string_view bytes);
    /// Call it when the first `received` bytes of the download are decoded and written to the file completely. A later
    /// pull can then resume there. The point is noted on disk when 64 MiB have been written since the last note, and by
    /// keep().
    void can_go_on_from(std::uint64_t received);
    void keep();
    /// Call it when the source has interrupted the download.
    void broke_off();
    /// Call it when the file is complete. Renames it to its name.
    void finish();
    void remove();

private:
    struct Place {
        std::uint64_t received = 0, written = 0;
    };

    void read_note(bool follows_file);
    void write_note();
    void reserve_room() const;

    const IncomingFolder& incoming_;
    const std::string name_, part_, note_;
    const std::uint64_t size_;
    store::FileDescriptor fd_;
    std::uint64_t written_ = 0;
    Place safe_, noted_;
    unsigned tries_ = 0;
    std::string etag_;
};

}  // namespace bizrec::builder
