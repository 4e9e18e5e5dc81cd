#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bizrec::store {

/// Figures about the build of an index; 0: unknown. They are not signed, so use them only to show them to people.
struct BuildFigures {
    std::string built_at;  ///< "2026-11-27T02:14:05Z"; "": unknown
    std::uint64_t read = 0;
    std::uint64_t kept = 0;
    std::uint64_t rejected = 0;
    double seconds = 0;
    std::uint64_t peak_memory_bytes = 0;
};

/// Parses last-build.json, or GENERATION.report.json if `is_report`. nullopt if the text is not valid or the figures
/// are of another generation.
std::optional<BuildFigures> parse_build_figures(std::string_view json, const std::string& generation, bool is_report);

/// Reads GENERATION.report.json beside a published index or, if that is missing or unusable, last-build.json in the
/// same folder. nullopt if neither is a valid file of at most 256 KiB about this generation.
std::optional<BuildFigures> read_build_figures(const std::string& index_path, const std::string& generation);

}  // namespace bizrec::store
