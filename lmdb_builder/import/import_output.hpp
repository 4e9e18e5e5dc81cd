#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "lmdb_builder/system/new_file.hpp"

namespace bizrec::builder {

/// Where the records go: standard output, or a file that takes its name once it is whole. Throws BuildFailure.
class ImportOutput {
public:
    /// `path` "" or /dev/stdout: standard output. Pipes and devices are written to as they are; a symbolic link to a
    /// file is refused.
    explicit ImportOutput(const std::string& path);
    ImportOutput(const ImportOutput&) = delete;
    ImportOutput& operator=(const ImportOutput&) = delete;
    ~ImportOutput();  ///< removes what was not finished

    void write_line(std::string_view json);
    /// Whole lines, with their ends.
    void write(std::string_view lines);
    /// All is written: the file takes its place by rename.
    void finish();

private:
    void open_device(int named);
    void open_temporary();
    store::FileDescriptor new_temporary() const;
    void take_place();
    [[noreturn]] void fail_to_write() const;

    std::string path_;
    std::string temporary_;              ///< name next to the output
    std::optional<FolderEntry> output_;  ///< none: it goes straight to where it belongs
    std::FILE* file_ = stdout;
};

/// From now on SIGINT, SIGTERM and SIGHUP remove what is unfinished of this process before they end it.
void remove_import_on_signals();

}  // namespace bizrec::builder
