#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace bizrec::builder {

/// Where the records go: standard output, or a file that takes its name once it is whole. Throws BuildFailure.
class ImportOutput {
public:
    /// `path` "": standard output. Pipes and devices are written to as they are.
    explicit ImportOutput(const std::string& path);
    ImportOutput(const ImportOutput&) = delete;
    ImportOutput& operator=(const ImportOutput&) = delete;
    ~ImportOutput();  ///< removes what was not finished

    void write_line(std::string_view json);
    /// All is written: the file takes its place by rename.
    void finish();

private:
    void open_temporary();
    [[noreturn]] void fail_to_write() const;

    std::string path_;
    std::string temporary_;  ///< "" where there is none
    std::FILE* file_ = stdout;
};

/// From now on SIGINT, SIGTERM and SIGHUP remove what is unfinished of this process before they end it.
void remove_import_on_signals();

}  // namespace bizrec::builder
