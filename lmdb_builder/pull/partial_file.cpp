#include "lmdb_builder/pull/partial_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <sstream>
#include <utility>

#include "lmdb_builder/publish/durable_file.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/whole_file.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t bytes_between_notes = std::uint64_t{64} << 20;  ///< a note costs an fdatasync()

}  // namespace

PartialFile::PartialFile(const IncomingFolder& incoming, const std::string& part, std::string name, std::uint64_t size,
                         bool follows_file)
    : incoming_(incoming),
      name_(std::move(name)),
      part_(part + ".part"),
      note_(part + ".note"),
      size_(size),
      fd_(::open(incoming.file(part_).c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)) {
    if (fd_.get() < 0) {
        fail_with_errno("make \"" + incoming.file(part_) + "\"");
    }
    read_note(follows_file);
    if (::ftruncate(fd_.get(), static_cast<off_t>(written_)) != 0) {
        fail_with_errno("cut off \"" + incoming.file(part_) + "\"");
    }
    reserve_room();
    write_note();
}

void PartialFile::read_note(bool follows_file) {
    struct stat status {};
    std::string text;
    if (::fstat(fd_.get(), &status) != 0 || !read_whole_file(incoming_.file(note_), text)) {
        return;
    }
    std::istringstream in(text);
    std::uint64_t received = 0, written = 0;
    unsigned tries = 0;
    std::string etag;
    if (!(in >> received >> written >> tries)) {
        return;
    }
    in >> etag;  // stays "" if the note has no entity tag
    const auto there = static_cast<std::uint64_t>(status.st_size);
    if (follows_file) {
        tries = there > written ? 0 : tries;
        received = written = there;
    }
    if (written > there || written > size_) {
        return;
    }
    safe_ = noted_ = {received, written};
    written_ = written;
    tries_ = tries;
    etag_ = etag;
}

void PartialFile::write_note() {
    incoming_.write(note_, std::to_string(noted_.received) + " " + std::to_string(noted_.written) + " " +
                               std::to_string(tries_) + (etag_.empty() ? "" : " " + etag_) + "\n");
}

/// Reserves the disk space, so that no other process takes it meanwhile.
void PartialFile::reserve_room() const {
    if (::fallocate(fd_.get(), FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(size_)) != 0 &&
        (errno == ENOSPC || errno == EDQUOT)) {
        fail_with_errno("make room for \"" + incoming_.file(part_) + "\"");
    }
}

void PartialFile::begin(bool anew, const std::string& etag) {
    if (anew && written_ > 0) {
        if (::ftruncate(fd_.get(), 0) != 0) {
            fail_with_errno("cut off \"" + incoming_.file(part_) + "\"");
        }
        written_ = 0;
        safe_ = noted_ = {};
    }
    if (etag != etag_) {
        etag_ = etag.find(' ') == std::string::npos ? etag : std::string();
        write_note();
    }
}

void PartialFile::write(std::string_view bytes) {
    if (!store::write_at(fd_.get(), bytes.data(), bytes.size(), written_)) {
        fail_with_errno("write \"" + incoming_.file(part_) + "\"");
    }
    written_ += bytes.size();
}

void PartialFile::can_go_on_from(std::uint64_t received) {
    safe_ = {received, written_};
    if (written_ - noted_.written >= bytes_between_notes) {
        keep();
    }
}

void PartialFile::keep() {
    if (safe_.written == noted_.written) {
        return;
    }
    if (::fdatasync(fd_.get()) != 0) {
        fail_with_errno("sync \"" + incoming_.file(part_) + "\"");
    }
    tries_ = 0;
    noted_ = safe_;
    write_note();
}

void PartialFile::broke_off() {
    ++tries_;
    if (safe_.written > noted_.written) {
        keep();
    } else {
        write_note();
    }
}

void PartialFile::finish() {
    rename_file(incoming_.file(part_), incoming_.file(name_));
    remove_file(incoming_.file(note_));
}

void PartialFile::remove() {
    remove_file(incoming_.file(part_));
    remove_file(incoming_.file(note_));
}

}  // namespace bizrec::builder
