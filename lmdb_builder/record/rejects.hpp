#pragma once

#include <cstdint>
#include <limits>
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

/// The limit of rejects above which a build or an import fails. It is checked at the end of reading.
struct RejectLimit {
    std::uint64_t records = std::numeric_limits<std::uint64_t>::max();  ///< maximum number of rejects
    double percent = 100;                                               ///< maximum share of the records read
    /// Up to this many rejects may exceed `percent`, unless they are more than nine and more than half of the records
    /// read.
    std::uint64_t free = 0;
    std::string text;  ///< the option as it was given, for the message

    bool holds(std::uint64_t refused, std::uint64_t read) const noexcept;
};

}  // namespace bizrec::builder
