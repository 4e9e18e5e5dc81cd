#include "bizrec/store/file_system.hpp"

#include <sys/vfs.h>

namespace bizrec::store {
namespace {

struct FileSystem {
    std::uint32_t f_type;
    const char* name;
};

/// Magic numbers of linux/magic.h, and of file systems that are not listed there.
constexpr FileSystem remote_file_systems[] = {
    {0x6969, "NFS"},      {0x517B, "SMB"},        {0xFF534D42, "CIFS"},
    {0xFE534D42, "SMB2"}, {0x65735546, "FUSE"},   {0x01021997, "9P"},
    {0x5346414F, "AFS"},  {0x6B414653, "AFS"},    {0x73757245, "Coda"},
    {0x00C36400, "Ceph"}, {0x0BD00BD0, "Lustre"}, {0x19830326, "BeeGFS"},
    {0x47504653, "GPFS"}, {0x564C, "NCP"},        {0x786F4256, "VirtualBox's shared folders"},
};

}  // namespace

const char* remote_file_system(std::uint64_t f_type) noexcept {
    // CIFS' number has its top bit set. If f_type is a wider signed type, the number is sign-extended.
    const auto magic = static_cast<std::uint32_t>(f_type);
    for (const FileSystem& system : remote_file_systems) {
        if (system.f_type == magic) {
            return system.name;
        }
    }
    return nullptr;
}

std::string file_system_warning(const std::string& path) {
    struct statfs status {};
    if (::statfs(path.c_str(), &status) != 0) {
        return {};
    }
    const char* const name = remote_file_system(static_cast<std::uint64_t>(status.f_type));
    if (name == nullptr) {
        return {};
    }
    return path + ": is on " + name + ", where a file may change or vanish under the servers that map it, which ends " +
           "them; publish on a local disk of each server";
}

}  // namespace bizrec::store
