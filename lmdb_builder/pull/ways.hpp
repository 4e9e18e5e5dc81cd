#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lmdb_builder/publish/current_file.hpp"

namespace bizrec::builder {

/// A way for an edge to get a generation.
struct Way {
    enum class Kind { held, deltas, packed, plain };

    Kind kind = Kind::plain;
    std::uint64_t bytes = 0;            ///< to fetch
    std::string base{};                 ///< with deltas: the generation that the first delta starts from
    std::vector<DeltaNotice> deltas{};  ///< in the order in which they are applied
};

/// The name of a kind of way: "deltas", "packed", ….
const char* name_of(Way::Kind kind) noexcept;

/// The ways to the generation that `file` names, sorted by the bytes to fetch, the fewest first. Only the cheapest
/// chain of deltas is included. `held`: generations that the edge has.
std::vector<Way> ways_to(const CurrentFile& file, const std::vector<std::string>& held);

}  // namespace bizrec::builder
