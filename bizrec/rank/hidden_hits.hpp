#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/place/ranges.hpp"
#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/rank/task.hpp"

namespace bizrec::search {

/// Counts the hits that are hidden from searches (store::Suppression). A count made from the heads of lists includes
/// them, so this number is subtracted from it.
class HiddenHits {
public:
    /// The number of hidden documents that lie in the places and are in a list of every clause. The task must have no
    /// tests.
    std::uint64_t count(const RankTask& task, std::uint64_t& visited);

private:
    bool holds_all(const RankTask& task, std::uint32_t docid, std::uint64_t& visited);

    std::vector<ListCursor> cursors_;  // one for each list of each clause
};

/// An upper bound of the number of documents in the ranges that are hidden from searches.
std::uint64_t hidden_inside(const store::Generation& generation, const place::Ranges& ranges) noexcept;

}  // namespace bizrec::search
