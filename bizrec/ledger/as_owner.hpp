#pragma once

#include <sys/types.h>

#include <vector>

namespace bizrec::ledger {

/// While this object lives, a process of root has the effective ids of another user. Files that it creates in that
/// user's folder belong to that user. Through a link in that folder, it can open only files that the user may open. Has
/// no effect, not even on the groups, if the process is not root or the system refuses any of the ids. Applies to all
/// threads of the process.
class AsOwner {
public:
    AsOwner(uid_t user, gid_t group);
    ~AsOwner() { restore(); }
    AsOwner(const AsOwner&) = delete;
    AsOwner& operator=(const AsOwner&) = delete;

    /// Ends the effect. Returns false if the process cannot become root again, which should not happen on any system.
    bool restore() noexcept;

private:
    std::vector<gid_t> groups_;
    gid_t group_;
    bool has_groups_ = false, has_group_ = false, has_user_ = false;
};

}  // namespace bizrec::ledger
