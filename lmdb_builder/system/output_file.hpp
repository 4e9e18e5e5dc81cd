#pragma once

#include <string>

#include "lmdb_builder/system/new_file.hpp"

namespace bizrec::builder {

/// Puts a file into place by rename, so that whoever opens the path sees the old file or the new one, whole. The new
/// file grows in a folder of its own next to the output, "<output>.building", which is locked while a build runs: a
/// second build of the same output is refused, and what a killed one left is swept by the next. Throws BuildFailure.
class OutputFile {
public:
    /// Refuses an existing output unless `overwrite`, a symbolic link, and anything that is no regular file.
    OutputFile(const std::string& path, bool overwrite);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();  ///< removes what was not put into place

    /// Where the new file grows, for messages.
    const std::string& temporary() const noexcept { return temporary_; }

    /// Makes the new file, for reading and writing. Once.
    store::FileDescriptor create() const;

    /// Makes the finished, synced file read-only, puts it into place and syncs the folder. Without `overwrite` a file
    /// that has appeared there meanwhile stays: BuildFailure says under which name the new one is.
    void publish();

private:
    void lock_folder();
    void put_into_place() const;
    [[noreturn]] void keep_built() const;

    FolderEntry output_;
    bool overwrite_;
    std::string folder_name_, temporary_;
    store::FileDescriptor lock_;  ///< the folder
};

/// From now on SIGINT, SIGTERM and SIGHUP remove the unfinished output of this process before they end it.
void remove_output_on_signals();

}  // namespace bizrec::builder
