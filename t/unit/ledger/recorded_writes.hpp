#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

/// What this process does to one file: its writes, and when they were made durable. The functions of the C library that
/// LMDB calls for it are replaced in this program.
namespace bizrec::ledger::test {

struct FileChange {
    enum class Kind {
        write,  ///< of `bytes` at `offset`; without a sync behind it, a machine that fails has it, a part of it, or not
        sync,   ///< all writes before are on the disk
        size,   ///< the file is `offset` bytes long
    };
    Kind kind;
    off_t offset;
    std::string bytes;
};

/// Records from its construction until it goes away; one at a time, in one thread.
class RecordedWrites {
public:
    explicit RecordedWrites(const std::string& path);
    ~RecordedWrites();
    RecordedWrites(const RecordedWrites&) = delete;
    RecordedWrites& operator=(const RecordedWrites&) = delete;

    const std::vector<FileChange>& changes() const noexcept { return changes_; }

    /// From now on the n-th write or sync of the file, counted from 1, fails with EIO, and all after it. 0: none.
    /// `is_done`: the first of them does its work all the same.
    void fail_from(std::size_t n, bool is_done = false) noexcept {
        left_ = n;
        is_first_done_ = is_done;
    }

    struct Hook;

private:
    std::vector<FileChange> changes_;
    dev_t device_ = 0;
    ino_t inode_ = 0;
    std::size_t left_ = 0;  ///< until calls fail; 1 = the next one and all after it
    bool is_first_done_ = false;
};

}  // namespace bizrec::ledger::test
