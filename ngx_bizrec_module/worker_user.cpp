#include "worker_user.hpp"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
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

/// That of the directive `user`, or what nginx will take without one. Nothing: the workers stay what this process is.
std::optional<User> worker_user(ngx_cycle_t* cycle) {
    const auto* core = reinterpret_cast<const ngx_core_conf_t*>(ngx_get_conf(cycle->conf_ctx, ngx_core_module));
    if (::geteuid() != 0 || core->master == 0) {
        return std::nullopt;
    }
    if (core->user != static_cast<ngx_uid_t>(NGX_CONF_UNSET_UINT)) {
        return User{core->username, core->user, core->group};
    }
    const passwd* user = ::getpwnam(NGX_USER);
    const group* group = ::getgrnam(NGX_GROUP);
    if (user == nullptr || group == nullptr) {
        return std::nullopt;  // nginx says so itself
    }
    return User{NGX_USER, user->pw_uid, group->gr_gid};
}

/// The process has a user's effective ids and groups while this lives; threads come after the fork, so nothing else
/// runs.
class EffectiveUser {
public:
    explicit EffectiveUser(const User& user) : groups_(static_cast<std::size_t>(std::max(0, ::getgroups(0, nullptr)))) {
        taken_ = ::getgroups(static_cast<int>(groups_.size()), groups_.data()) >= 0 &&
                 ::initgroups(user.name.c_str(), user.group) == 0 && ::setegid(user.group) == 0 &&
                 ::seteuid(user.id) == 0;
    }
    EffectiveUser(const EffectiveUser&) = delete;
    EffectiveUser& operator=(const EffectiveUser&) = delete;
    ~EffectiveUser() {
        if (::seteuid(0) != 0 || ::setegid(group_) != 0 || ::setgroups(groups_.size(), groups_.data()) != 0) {
            std::abort();  // root may become root again; a master that is neither one nor the other must not go on
        }
    }

    bool taken() const noexcept { return taken_; }

private:
    std::vector<gid_t> groups_;
    const gid_t group_ = ::getegid();
    bool taken_ = false;
};

}  // namespace

Status readable_by_workers(ngx_cycle_t* cycle, const std::string& path) {
    const auto user = worker_user(cycle);
    if (!user) {
        return ok();
    }
    EffectiveUser effective(*user);
    if (!effective.taken()) {
        return ok();
    }
    const store::FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() >= 0 || errno != EACCES) {
        return ok();
    }
    return Error{"permission denied to \"" + user->name +
                 "\", the user of the workers, who must be able to read the file and to enter its folders"};
}

}  // namespace bizrec::ngx
