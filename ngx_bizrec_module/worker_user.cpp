#include "worker_user.hpp"

#include <fcntl.h>
#include <grp.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <vector>

#include "bizrec/store/fd.hpp"

namespace bizrec::ngx {
namespace {

struct User {
    std::string name;
    uid_t id;
    gid_t group;
};

/// The user of the directive `user`. Nothing if the workers keep this process's user, or if the user is not known yet
/// (the directive may follow the http block).
std::optional<User> worker_user(ngx_cycle_t* cycle) {
    const auto* core = reinterpret_cast<const ngx_core_conf_t*>(ngx_get_conf(cycle->conf_ctx, ngx_core_module));
    if (::geteuid() != 0 || core->master == 0 || core->user == static_cast<ngx_uid_t>(NGX_CONF_UNSET_UINT)) {
        return std::nullopt;
    }
    return User{core->username, core->user, core->group};
}

/// While this object lives, the process has the user's effective ids and groups, if the system permits it (see
/// taken()): a container may forbid it. No other thread of the process sees them, because threads start after the fork.
class EffectiveUser {
public:
    explicit EffectiveUser(const User& user) : groups_(static_cast<std::size_t>(std::max(0, ::getgroups(0, nullptr)))) {
        has_groups_ = ::getgroups(static_cast<int>(groups_.size()), groups_.data()) >= 0 &&
                      ::initgroups(user.name.c_str(), user.group) == 0;
        has_group_ = has_groups_ && ::setegid(user.group) == 0;
        has_user_ = has_group_ && ::seteuid(user.id) == 0;
    }
    EffectiveUser(const EffectiveUser&) = delete;
    EffectiveUser& operator=(const EffectiveUser&) = delete;
    ~EffectiveUser() {
        const bool restored = (!has_user_ || ::seteuid(0) == 0) && (!has_group_ || ::setegid(group_) == 0) &&
                              (!has_groups_ || ::setgroups(groups_.size(), groups_.data()) == 0);
        if (!restored) {
            // cannot happen, because a process that was allowed to change its ids and groups may restore them; a master
            // with mixed ids must not go on
            std::abort();
        }
    }

    bool taken() const noexcept { return has_user_; }

private:
    std::vector<gid_t> groups_;
    const gid_t group_ = ::getegid();
    bool has_groups_ = false, has_group_ = false, has_user_ = false;
};

}  // namespace

Status openable_by_workers(ngx_cycle_t* cycle, const std::string& path, int flags, const char* needs) {
    const auto user = worker_user(cycle);
    if (!user) {
        return ok();
    }
    EffectiveUser effective(*user);
    if (!effective.taken()) {
        return ok();
    }
    const store::FileDescriptor file(::open(path.c_str(), flags | O_CLOEXEC));
    if (file.get() >= 0 || errno != EACCES) {
        return ok();
    }
    return Error{"permission denied to \"" + user->name + "\", the user of the workers, who must be able to " + needs};
}

Status readable_by_workers(ngx_cycle_t* cycle, const std::string& path) {
    return openable_by_workers(cycle, path, O_RDONLY, "read the file and to enter its folders");
}

}  // namespace bizrec::ngx
