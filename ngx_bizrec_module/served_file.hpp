#pragma once

#include <climits>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "bizrec/store/fd.hpp"
#include "hash_results.hpp"

namespace bizrec::ngx {

/// A file whose hash was right when it was taken, and a descriptor of it: it can be opened though its name is gone.
struct HeldFile {
    SealedFile file;  ///< identity and path: as it is now
    store::Sha256 file_sha256{};
    std::uint64_t trusted_by = 0;  ///< TrustedKeys::fingerprint() of those that have signed it; 0 = nobody was asked
    store::FileDescriptor fd;
};

/// What the workers serve of one path, for those that come after them: of this configuration, of the next one, and of
/// the program that replaces this one. A message with a descriptor waits in a pair of sockets that the master process
/// and all workers have; the kernel keeps the file as long as it waits.
class ServedFile {
public:
    /// Null: the system gives no sockets.
    static std::shared_ptr<ServedFile> make();
    /// That of the program which has started this one and serves the path: bizrec_served in the environment.
    static std::shared_ptr<ServedFile> inherited(const std::string& configured);

    /// In place of what was there. `results`: whose lock keeps others from doing the same. Nothing is thrown.
    void put(HashResults& results, const std::string& configured, const HeldFile& held, int fd) noexcept;

    /// What is served, where its bytes are still those that were checked: a write shows in the time of change of its
    /// bytes, a rename or a removal does not.
    std::optional<HeldFile> get() const;

    /// Whether anything is served, usable or not.
    bool has_any() const noexcept;

    /// Configuration phase: a program that replaces this one has the sockets, too.
    static bool pass_on(ngx_cycle_t* cycle, const std::string& numbers);
    /// Of pass_on(): "SEND,RECEIVE;".
    std::string numbers() const;
    /// Worker: what it executes has them not.
    void keep() const noexcept;

private:
    struct Note;
    ServedFile(int send, int receive) noexcept : send_(send), receive_(receive) {}
    bool peek(Note& note, store::FileDescriptor* fd) const noexcept;
    bool drop() const noexcept;

    store::FileDescriptor send_, receive_;
};

/// Where a file can be opened: by its name, where that is still its, else by its descriptor.
std::string path_of(const HeldFile& held);

}  // namespace bizrec::ngx
