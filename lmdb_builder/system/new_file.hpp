#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "bizrec/store/fd.hpp"

/// How every command makes the files that it writes. A folder may be shared (/tmp): whoever else may write into it must
/// not get this user to write, to truncate or to remove a file of its own. So nothing here follows a symbolic link at
/// the end of a path, a new file is made exclusively, and what is there already is used only where it is ours. Folders
/// are open: a path may lead elsewhere by the time a file is renamed. All throw BuildFailure that names the path.
namespace bizrec::builder {

/// A name in a folder that is open.
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

/// The folder that holds `path`: "." where it names none.
std::string folder_of(const std::string& path);

/// A new, empty file that only this user can read and write: where the name is taken, by a link too, it fails.
/// `path` is for messages.
store::FileDescriptor make_file(int folder, const std::string& name, const std::string& path);

/// The folder `name` in `parent`, made where it is missing. One that is there must be a folder and no link, be of this
/// user or of whoever owns `parent`, and be writable for its owner alone. An invalid descriptor where it was removed
/// just now: try again.
store::FileDescriptor open_own_folder(int parent, const std::string& name, const std::string& path);

/// The file `name` that a run of this user has left, open for writing: BuildFailure where it is anything else than a
/// regular file of this user with one name. An invalid descriptor where there is none.
store::FileDescriptor open_own_file(int folder, const std::string& name, const std::string& path);

/// Whether the name is the open file or folder: one that was locked may have been removed or replaced meanwhile.
bool is_entry(int descriptor, int folder, const std::string& name);

/// The mode of files that others may read as the umask says.
void give_usual_mode(int fd, const std::string& path);

/// rename(2) that replaces nothing: false, errno is EEXIST, where `to` is taken. Where the file system knows no such
/// rename it is a link and an unlink.
bool rename_new(int from_folder, const char* from, int to_folder, const char* to) noexcept;

/// An output or report that is a symbolic link to a file, or to nothing, is refused: the new file would either go where
/// the link leads, which another user may have chosen, or take the place of the link, which no operator expects.
void refuse_link(const std::string& path, const char* what);

/// The descriptor that /dev/stdout, /dev/stderr or /dev/fd/N stands for; -1 for other paths.
int descriptor_named_by(const std::string& path) noexcept;

/// A file for people that a command writes next to its work, such as rejects: made anew, or emptied where it is ours;
/// devices, pipes and /dev/stderr are written to as they are, and "-" is standard output.
class ReportFile {
public:
    /// `path` "": nothing is written. `what`: "the rejects file".
    ReportFile(const std::string& path, const char* what);
    ReportFile(const ReportFile&) = delete;
    ReportFile& operator=(const ReportFile&) = delete;
    ~ReportFile();

    explicit operator bool() const noexcept { return file_ != nullptr; }
    void write(std::string_view bytes);
    /// All is written, and others may read it as the umask says.
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
