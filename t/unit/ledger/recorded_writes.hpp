#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

/// Records what this process does to one file: its writes, and when they become durable. This program replaces the
/// functions of the C library that LMDB calls for that.
namespace bizrec::ledger::test {

struct FileChange {
    enum class Kind {
        write,  ///< `bytes` at `offset`; if no sync follows, a failing machine may keep all, part or none of it
        sync,   ///< all writes before it are on the disk
        size,   ///< the file is `offset` bytes long
    };
    Kind kind;
    off_t offset;
    std::string bytes;
};

/// Records from its construction to its destruction; only one object at a time, in one thread.
class RecordedWrites {
public:
    explicit RecordedWrites(const std::string& path);
    ~RecordedWrites();
    RecordedWrites(const RecordedWrites&) = delete;
    RecordedWrites& operator=(const RecordedWrites&) = delete;

    const std::vector<FileChange>& changes() const noexcept { return changes_; }

    /// The n-th write or sync of the file from now on (counted from 1) fails with EIO, and so do all after it. 0: none
    /// fails. `is_done`: the first failing call still does its work.
    void fail_from(std::size_t n, bool is_done = false) noexcept {
        left_ = n;
        is_first_done_ = is_done;
    }

    struct Hook;

private:
    std::vector<FileChange> changes_;
    dev_t device_ = 0;
    ino_t inode_ = 0;
    std::size_t left_ = 0;  ///< 1: the next call and all after it fail; n: all from the n-th call on; 0: none
    bool is_first_done_ = false;
};

}  // namespace bizrec::ledger::test
