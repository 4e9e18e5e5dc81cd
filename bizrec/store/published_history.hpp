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

/// Returns the indexes that may serve if the newest one of a published folder cannot be used: those before it in the
/// history, the newest first. They are not checked yet.
///
/// `configured`: the path that the server is configured to serve. `resolved`: the file that it leads to, or
/// `configured` if the link is gone; then the whole history counts as before it. The result is empty if `configured` is
/// not the link `current` of a published folder, because any other path means exactly that file. `served`: the
/// generation that serves now, or empty. The result has no generation older than it, so that an unreadable file never
/// brings an older index back. It is empty if the history does not have `served` before the newest.
std::vector<std::string> stand_ins(const std::string& configured, const std::string& resolved,
                                   const std::string& served);

}  // namespace bizrec::store
