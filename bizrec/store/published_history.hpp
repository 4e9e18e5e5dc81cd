#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// The history of a published folder (docs/publish-format.md): which generations served, in order.
namespace bizrec::store {

using Generations = std::vector<std::string>;

inline constexpr std::size_t history_limit = std::size_t{1} << 20;  ///< bytes

/// Reads one generation per line. Ignores other lines. If a generation occurs twice, its last place counts.
Generations parse_history(std::string_view text);

/// Returns the paths of the indexes that may serve if the newest one of a published folder cannot be used: those before
/// it in the history, the newest first. They are not checked yet.
///
/// `configured`: the path that the server is configured to serve. The result is empty if this path is not the link
/// `current` of a published folder, because any other path means exactly that file. `resolved`: the file to which
/// `configured` leads, or `configured` itself if there is no such file. If the link is gone, the result may have the
/// whole history. `served`: the generation that serves now, or empty. The result has no generation older than `served`,
/// so that an unreadable file never brings an older index back. The result is also empty if the history does not have
/// `served` before the newest generation.
std::vector<std::string> stand_ins(const std::string& configured, const std::string& resolved,
                                   const std::string& served);

}  // namespace bizrec::store
