#pragma once

#include <string>
#include <vector>

#include "t/quality/typed/asker.hpp"

namespace bizrec::quality {

/// Writes what a peer is asked: at most 300 questions of each set, a query a line.
void write_peer_queries(const std::vector<AskedSet>& sets, const std::string& path);

/// Prints for each set our share of right answers to these questions next to the best of the peer's. `answers`: files,
/// one for each way in which it was asked: a line for each query, with ids, the best first. Whether no set is below the
/// peer by more than one question.
bool compare_with_peer(const std::vector<AskedSet>& sets, const Directory& directory, Asker& asker,
                       const std::vector<std::string>& answers);

}  // namespace bizrec::quality
