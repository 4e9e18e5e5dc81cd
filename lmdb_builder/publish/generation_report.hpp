#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/publish/coverage.hpp"

/// GENERATION.report.json beside a published index (docs/publish-format.md): which fields its records have, and how it
/// was built. People and the next publish read it. It is not signed, and no server needs it.
namespace bizrec::builder {

inline constexpr std::string_view report_suffix = ".report.json";
/// In bytes. Enough for the 1,000 fields that a build names at most.
inline constexpr std::size_t report_limit = std::size_t{2} << 20;
inline constexpr std::string_view last_build_name = "last-build.json";

struct GenerationReport {
    std::string generation;
    Coverage coverage;
    std::string build;  ///< the JSON object of last-build.json; empty: there was none for this generation
};

/// One line of JSON with its line end.
std::string serialise_report(const GenerationReport& report);

/// The report's JSON object `coverage`.
std::string coverage_json(const Coverage& coverage);

/// A line for a person: when the index was built, and from how many records. Empty if `build` is no JSON object of a
/// build.
std::string build_text(const std::string& build);

/// Parses a report. The message of an error begins with "is" or "has".
Result<GenerationReport> parse_report(std::string_view json);

/// GENERATION.mdb -> GENERATION.report.json; other names get the suffix appended.
std::string report_path_of(const std::string& index_path);

/// Reads the report beside a published index. The message of an error begins with the report's path.
Result<GenerationReport> read_report(const std::string& index_path);

/// The JSON object about the build of an index: from its report, or from last-build.json in its folder if that is about
/// this generation. Empty if there is neither.
std::string build_of(const std::string& index_path, const std::string& generation);

}  // namespace bizrec::builder
