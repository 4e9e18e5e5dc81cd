#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bizrec::store {

/// What is told of the build of an index. Nobody has signed it: for people alone.
struct BuildFigures {
    std::string built_at;  ///< "2026-11-27T02:14:05Z"
    std::uint64_t read = 0;
    std::uint64_t kept = 0;
    std::uint64_t rejected = 0;
    double seconds = 0;
    std::uint64_t peak_memory_bytes = 0;
};

/// Of the bytes of last-build.json, or with `is_report` of GENERATION.report.json, where they are of this generation.
std::optional<BuildFigures> parse_build_figures(std::string_view json, const std::string& generation, bool is_report);

/// Of GENERATION.report.json next to a published index, or else of last-build.json in the folder of any, where it is of
/// this generation. Nothing where there is none, it is larger than 256 KiB, or it is no such file.
std::optional<BuildFigures> read_build_figures(const std::string& index_path, const std::string& generation);

}  // namespace bizrec::store
