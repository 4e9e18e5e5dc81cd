#pragma once

#include <string>

namespace bizrec::builder {

/// Publishes an index by rename, so that whoever opens the path sees the old file or the new one, whole. The new file
/// grows in a folder of its own beside the output, "<output>.building", which is locked while a build runs: a second
/// build of the same output is refused, and what a killed one left is swept by the next. Throws BuildFailure.
class OutputFile {
public:
    /// Refuses an existing output unless `overwrite`, and anything that is no regular file.
    OutputFile(const std::string& path, bool overwrite);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();  ///< removes what was not published

    /// Where to write; does not exist yet.
    const std::string& temporary() const noexcept { return temporary_; }

    /// Makes the finished, synced file read-only, puts it into place and syncs the folder.
    void publish();

private:
    void lock_folder();

    std::string path_, folder_, temporary_;
    int lock_ = -1;
};

/// The folder that holds `path`: "." where it names none.
std::string folder_of(const std::string& path);

/// Whether `path` names the open file or folder: one that was locked may have been removed or replaced meanwhile.
bool is_same_file(int descriptor, const std::string& path);

/// From now on SIGINT, SIGTERM and SIGHUP remove the unfinished output of this process before they end it.
void remove_output_on_signals();

}  // namespace bizrec::builder
