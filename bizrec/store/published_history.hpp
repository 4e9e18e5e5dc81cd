#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// The history of a published folder, docs/publish-format.md: which generations served, in order.
namespace bizrec::store {

using Generations = std::vector<std::string>;

inline constexpr std::size_t history_limit = std::size_t{1} << 20;  ///< bytes

/// One generation a line. Other lines are passed over; of one that is there twice the last place counts.
Generations parse_history(std::string_view text);

/// The paths of the indexes that may serve where the newest one of a published folder cannot be used: those that the
/// history has before it, the newest first. Nothing of them is checked yet.
///
/// `configured`: what the server is told to serve; `resolved`: the file behind it, or `configured` where there is none:
/// then a link that is gone has all of the history before it. Empty where `configured` is not the link `current` of a
/// published folder: any other path means that very file.
/// `served`: the generation that serves now, or empty. Nothing older is named, so that a file that cannot be read never
/// brings an older index back; nothing at all where the history does not have it before the newest.
std::vector<std::string> stand_ins(const std::string& configured, const std::string& resolved,
                                   const std::string& served);

}  // namespace bizrec::store
