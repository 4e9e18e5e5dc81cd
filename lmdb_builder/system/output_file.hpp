#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/system/new_file.hpp"

namespace bizrec::builder {

/// Whether a folder with this name is one in which an OutputFile writes.
bool is_output_folder(std::string_view name) noexcept;

/// Removes such a folder, which a killed build left. No build may be writing in it. Throws BuildFailure.
void remove_output_folder(const std::string& path);

/// Puts a file into place by rename, so that a process that opens the path sees either the old or the new file,
/// complete. The new file is written in its own folder beside the output, "<output>.building", which is locked during a
/// build. A second build of the same output is refused. The next build removes the leftovers of a killed one. Throws
/// BuildFailure.
class OutputFile {
public:
    /// Refuses an existing output unless `overwrite` is true, a symbolic link, and anything that is no regular file.
    OutputFile(const std::string& path, bool overwrite);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();  ///< removes an unpublished file

    /// Path of the unfinished new file.
    const std::string& temporary() const noexcept { return temporary_; }

    /// Creates the new file, for reading and writing. Call it once.
    store::FileDescriptor create() const;

    /// Makes the finished, synced file read-only, renames it to the output and syncs the folder. If `overwrite` is
    /// false and a file has appeared at the output meanwhile, that file stays, and the message of the BuildFailure
    /// tells where the new file is.
    void publish();

private:
    void lock_folder();
    void move_into_place() const;
    [[noreturn]] void keep_built() const;

    FolderEntry output_;
    bool overwrite_;
    std::string folder_name_, temporary_;
    store::FileDescriptor lock_;  ///< the locked folder "<output>.building"
};

/// From now on, SIGINT, SIGTERM and SIGHUP remove this process's unfinished output before they end the process.
void remove_output_on_signals();

/// Throws BuildFailure if one of the outputs ("" stands for none) is also an input, or if two outputs are the same
/// file: one would silently replace the other. Devices such as /dev/null are exempt.
void refuse_output_conflicts(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs);

}  // namespace bizrec::builder
