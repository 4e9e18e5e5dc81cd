#pragma once

#include <string>

#include "bizrec/store/fd.hpp"

namespace bizrec::builder {

/// Allows one command at a time to change a folder, by flock(2) of ".lock" in it. The lock file is never removed,
/// because two processes could hold the lock if it were removed and created again. The kernel releases the lock when
/// the process ends.
class FolderLock {
public:
    /// If another process holds the lock: waits with `wait`, otherwise throws BuildFailure. Also throws BuildFailure if
    /// the folder is not writable.
    FolderLock(const std::string& folder, bool wait);

private:
    store::FileDescriptor fd_;
};

}  // namespace bizrec::builder
