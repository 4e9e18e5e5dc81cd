#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/store/fd.hpp"
#include "lmdb_builder/pull/incoming_folder.hpp"

namespace bizrec::builder {

/// An index that grows from one pull to the next: incoming/GENERATION.WAY.part, and where it can go on, in
/// GENERATION.WAY.note. Throws BuildFailure where the disk does not do its part.
class PartialFile {
public:
    /// Opens what an earlier pull has left, cut off behind its last note, or an empty file. `size`: bytes of the index,
    /// for which room is taken. `follows_file`: of a file that is fetched as it is, so that its own size says how
    /// far it came.
    PartialFile(const IncomingFolder& incoming, const std::string& generation, const std::string& way,
                std::uint64_t size, bool follows_file);

    std::uint64_t received() const noexcept { return safe_.received; }  ///< bytes of the download, where it can go on
    std::uint64_t written() const noexcept { return written_; }
    std::uint64_t size() const noexcept { return size_; }
    const std::string& etag() const noexcept { return etag_; }
    unsigned tries() const noexcept { return tries_; }  ///< times in a row that it broke off without a step forward

    /// The download begins anew, or goes on with a file of this entity tag.
    void begin(bool anew, const std::string& etag);
    /// Precondition: it fits into `size`.
    void write(std::string_view bytes);
    /// From here a later pull can go on: so many bytes of the download are in the file. It reaches the disk once there
    /// is enough to be worth it, and by keep().
    void can_go_on_from(std::uint64_t received);
    void keep();
    /// The source has broken off.
    void broke_off();
    /// The whole index is there, and gets its name, incoming/GENERATION.mdb.
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
    const std::string generation_, part_, note_;
    const std::uint64_t size_;
    store::FileDescriptor fd_;
    std::uint64_t written_ = 0;
    Place safe_, noted_;
    unsigned tries_ = 0;
    std::string etag_;
};

}  // namespace bizrec::builder
