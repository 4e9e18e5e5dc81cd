#pragma once

#include <string>
#include <vector>

#include "t/quality/typed/asker.hpp"

namespace bizrec::quality {

/// Writes the queries for a peer: at most 300 questions of each set, one query a line.
void write_peer_queries(const std::vector<AskedSet>& sets, const std::string& path);

/// For each set, prints our share of right answers to the questions of write_peer_queries(), and the best share of the
/// peer. `answers`: one file for each way in which the peer searched. A file has one line of ids, best first, for each
/// query. Returns false if the peer's best way answers at least two questions of a set more than we do.
bool compare_with_peer(const std::vector<AskedSet>& sets, const Directory& directory, Asker& asker,
                       const std::vector<std::string>& answers);

}  // namespace bizrec::quality
