#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bizrec::store {

/// Figures about the build of an index. They are not signed, so use them only to show them to people.
struct BuildFigures {
    std::string built_at;  ///< "2026-11-27T02:14:05Z"
    std::uint64_t read = 0;
    std::uint64_t kept = 0;
    std::uint64_t rejected = 0;
    double seconds = 0;
    std::uint64_t peak_memory_bytes = 0;
};

/// Parses last-build.json, or GENERATION.report.json if `is_report`. nullopt if the figures are not of this generation.
std::optional<BuildFigures> parse_build_figures(std::string_view json, const std::string& generation, bool is_report);

/// Reads GENERATION.report.json beside a published index. If there is none, reads last-build.json in the index's
/// folder, if it is of this generation. nullopt if there is no such file, it is larger than 256 KiB, or it is not
/// valid.
std::optional<BuildFigures> read_build_figures(const std::string& index_path, const std::string& generation);

}  // namespace bizrec::store
