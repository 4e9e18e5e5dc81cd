#pragma once

#include <climits>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "bizrec/store/fd.hpp"
#include "hash_results.hpp"

namespace bizrec::ngx {

/// A file that workers serve. Its hash was right when they began to serve it. The descriptor opens the file even if its
/// name is gone.
struct HeldFile {
    SealedFile file;  ///< its identity now, and the path at which a worker opened it
    store::Sha256 file_sha256{};
    /// TrustedKeys::fingerprint() of the keys that signed it; 0 = no signature was required
    std::uint64_t trusted_by = 0;
    store::FileDescriptor fd;
};

/// Tells later workers which file the workers serve for one path. Later workers are those of this configuration, of the
/// next one, and of the program that replaces this one. A message with a descriptor waits in a pair of sockets that the
/// master process and all workers have. The kernel keeps the file as long as the message waits.
class ServedFile {
public:
    /// Creates the sockets. Null if the system cannot create them.
    static std::shared_ptr<ServedFile> make();
    /// The sockets for this path that the program inherited from the one that it replaces. The environment variable
    /// BIZREC_SERVED has the numbers of their descriptors. Null if there are none for this path.
    static std::shared_ptr<ServedFile> inherited(const std::string& configured);

    /// Replaces the previous message, unless that is about the same file. `results`: its lock keeps other processes
    /// from doing the same meanwhile. `fd`: a descriptor of the file. Throws nothing.
    void replace(HashResults& results, const std::string& configured, const HeldFile& held, int fd) noexcept;

    /// The file that is served, if its bytes are still the checked ones: a write changes the modification time, but a
    /// rename or a removal does not.
    std::optional<HeldFile> get() const;

    /// Whether there is a message about a served file, even if the file cannot be used any more.
    bool has_any() const noexcept;

    /// Configuration phase: passes the sockets on to a program that replaces this one. `numbers`: numbers() of all
    /// indexes, one after the other.
    static bool pass_on(ngx_cycle_t* cycle, const std::string& numbers);
    /// The part of the text of pass_on() for this object: "SEND,RECEIVE;".
    std::string numbers() const;
    /// Call it in a worker, so that programs that the worker executes do not inherit the sockets.
    void keep() const noexcept;

private:
    struct Note;
    ServedFile(int send, int receive) noexcept : send_(send), receive_(receive) {}
    bool peek(Note& note, store::FileDescriptor* fd) const noexcept;
    bool drop() const noexcept;

    store::FileDescriptor send_, receive_;
};

/// A path at which the file can be opened: its name if that still names this file, otherwise its descriptor.
std::string path_of(const HeldFile& held);

}  // namespace bizrec::ngx
