#pragma once

#include <sys/types.h>

#include <vector>

namespace bizrec::ledger {

/// While this lives, a process of root has the ids of another user: what it makes in that user's folder is theirs, and
/// no link that the user has put there leads it further than the user could go. Nothing changes for other processes,
/// and where the system does not let it. For all threads of the process.
class AsOwner {
public:
    AsOwner(uid_t user, gid_t group);
    ~AsOwner() { restore(); }
    AsOwner(const AsOwner&) = delete;
    AsOwner& operator=(const AsOwner&) = delete;

    /// False: the process cannot become root again, which no system should do to it.
    bool restore() noexcept;

private:
    std::vector<gid_t> groups_;
    gid_t group_;
    bool has_groups_ = false, has_group_ = false, has_user_ = false;
};

}  // namespace bizrec::ledger
