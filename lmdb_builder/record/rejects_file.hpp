#pragma once

#include <cstdint>
#include <string>

#include "lmdb_builder/record/record.hpp"
#include "lmdb_builder/system/new_file.hpp"

namespace bizrec::builder {

/// The file that lists every refused line or value, one line each: `FILE:LINE: FIELD: CODE: DETAIL`, "-" for no field.
/// Editors and users of `grep -n` know this form. Throws BuildFailure.
class RejectsFile {
public:
    /// If `path` is "", nothing is written.
    explicit RejectsFile(const std::string& path);

    void add(const std::string& file, std::uint64_t line, const RejectReason& reason);
    /// Makes sure that everything is written.
    void close();

private:
    ReportFile file_;
};

}  // namespace bizrec::builder
