#include "bizrec/ledger/as_owner.hpp"

#include <grp.h>
#include <unistd.h>

#include <algorithm>

namespace bizrec::ledger {

AsOwner::AsOwner(uid_t user, gid_t group)
    : groups_(static_cast<std::size_t>(std::max(0, ::getgroups(0, nullptr)))), group_(::getegid()) {
    if (::geteuid() != 0 || user == 0) {
        return;
    }
    has_groups_ = ::getgroups(static_cast<int>(groups_.size()), groups_.data()) >= 0 && ::setgroups(1, &group) == 0;
    has_group_ = has_groups_ && ::setegid(group) == 0;
    has_user_ = has_group_ && ::seteuid(user) == 0;
    if (!has_user_) {
        restore();  // with only some of the ids changed, the process would be root with other groups
    }
}

bool AsOwner::restore() noexcept {
    const bool user = !has_user_ || ::seteuid(0) == 0;
    const bool group = !has_group_ || ::setegid(group_) == 0;
    const bool groups = !has_groups_ || ::setgroups(groups_.size(), groups_.data()) == 0;
    has_user_ = has_user_ && !user;
    has_group_ = has_group_ && !group;
    has_groups_ = has_groups_ && !groups;
    return user && group && groups;
}

}  // namespace bizrec::ledger
