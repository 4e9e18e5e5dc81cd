#pragma once

#include <string>

#include "bizrec/store/fd.hpp"

namespace bizrec::builder {

/// One publish or rollback of a folder at a time: flock(2) of ".lock" in it, which stays (a lock file that comes and
/// goes can be held twice). The lock goes with the process, however it ends.
class FolderLock {
public:
    /// If another process holds the lock: waits with `wait`, otherwise throws BuildFailure. Also throws BuildFailure if
    /// the folder is not writable.
    FolderLock(const std::string& folder, bool wait);

private:
    store::FileDescriptor fd_;
};

}  // namespace bizrec::builder
