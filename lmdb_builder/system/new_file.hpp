#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "bizrec/store/fd.hpp"

/// How all commands create their output files. A folder may be shared (/tmp). Other users who may write to it must not
/// be able to make this user write to, truncate or remove another file of this user. Therefore nothing here follows a
/// symbolic link at the end of a path, new files are created exclusively, and an existing file is used only if this
/// user owns it. Folders are held open, because a path may lead elsewhere by the time a file is renamed. A function
/// that fails throws BuildFailure that names the path, unless it returns a bool.
namespace bizrec::builder {

/// A name in an open folder.
class FolderEntry {
public:
    /// `what`: "the output", for messages.
    FolderEntry(const std::string& path, const char* what);

    int folder() const noexcept { return folder_.get(); }
    const std::string& name() const noexcept { return name_; }
    const std::string& path() const noexcept { return path_; }  ///< for messages

private:
    std::string path_, name_;
    store::FileDescriptor folder_;
};

/// The folder of `path`: "." if it names none.
std::string folder_of(const std::string& path);

/// Creates a new, empty file that only this user can read and write. Fails if the name exists, even as a link. `path`
/// is for messages.
store::FileDescriptor make_file(int folder, const std::string& name, const std::string& path);

/// Opens the folder `name` in `parent`; creates it if it is missing. An existing one must be a folder and no link,
/// belong to this user or to the owner of `parent`, and be writable only for its owner. Returns an invalid descriptor
/// if it was removed at this moment: try again.
store::FileDescriptor open_own_folder(int parent, const std::string& name, const std::string& path);

/// Opens the file `name` that an earlier run of this user has left, for writing. Returns an invalid descriptor if there
/// is no such file. Throws BuildFailure if it is anything except a regular file of this user with a single hard link.
store::FileDescriptor open_own_file(int folder, const std::string& name, const std::string& path);

/// Whether `name` still leads to the open file or folder. Call it after locking the file or folder, because `name` may
/// have been removed or given to another file before the lock was taken.
bool is_entry(int descriptor, int folder, const std::string& name);

/// Sets the mode that new files usually have (0666 without the bits of the umask), so that others may read the file.
void give_usual_mode(int fd, const std::string& path);

/// Renames a file, but never replaces one: if `to` exists, returns false with errno EEXIST. Also returns false, with
/// another errno, if the rename fails. Links and unlinks the file if the file system has no rename of this kind.
bool rename_new(int from_folder, const char* from, int to_folder, const char* to) noexcept;

/// Refuses an output or report that is a symbolic link, unless the link leads to a device or a pipe. The new file would
/// either go to the link's target, which another user may have chosen, or replace the link, which no operator expects.
void refuse_link(const std::string& path, const char* what);

/// The descriptor of /dev/stdout, /dev/stderr, /dev/fd/N or /proc/self/fd/N; -1 for other paths.
int descriptor_named_by(const std::string& path) noexcept;

/// A file for people that a command writes in addition to its output, such as the list of rejected records. It is
/// created, or emptied if this user owns it. Devices, pipes and /dev/stderr are written to directly, and "-" is
/// standard output.
class ReportFile {
public:
    /// If `path` is "", nothing is written. `what`: "the rejects file".
    ReportFile(const std::string& path, const char* what);
    ReportFile(const ReportFile&) = delete;
    ReportFile& operator=(const ReportFile&) = delete;
    ~ReportFile();

    explicit operator bool() const noexcept { return file_ != nullptr; }
    void write(std::string_view bytes);
    /// Makes sure that everything is written, and lets others read a new file as far as the umask allows.
    void close();

private:
    store::FileDescriptor open();
    store::FileDescriptor open_device(int named);
    [[noreturn]] void fail_to_write() const;

    std::string path_;
    const char* what_;
    std::FILE* file_ = nullptr;
    bool made_ = false;
};

}  // namespace bizrec::builder
