#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "lmdb_builder/system/new_file.hpp"

namespace bizrec::builder {

/// The output of the records: standard output, or a file that gets its name only when it is complete. Throws
/// BuildFailure.
class ImportOutput {
public:
    /// `path` "" or /dev/stdout: standard output. Pipes and devices are written to directly. A symbolic link to a file
    /// is refused.
    explicit ImportOutput(const std::string& path);
    ImportOutput(const ImportOutput&) = delete;
    ImportOutput& operator=(const ImportOutput&) = delete;
    ~ImportOutput();  ///< removes an unfinished file

    void write_line(std::string_view json);
    /// Writes complete lines, with their line ends.
    void write(std::string_view lines);
    /// Call it after all lines are written: renames the file to its final name.
    void finish();

private:
    void open_device(int named);
    void open_temporary();
    store::FileDescriptor new_temporary() const;
    void name_output();
    [[noreturn]] void fail_to_write() const;

    std::string path_;
    std::string temporary_;              ///< name in the output's folder
    std::optional<FolderEntry> output_;  ///< nullopt: writes go directly to the destination
    std::FILE* file_ = stdout;
};

/// From now on, SIGINT, SIGTERM and SIGHUP remove this process's unfinished output before they end the process.
void remove_import_on_signals();

}  // namespace bizrec::builder
