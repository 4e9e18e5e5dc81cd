#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/place/ranges.hpp"
#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/rank/task.hpp"

namespace bizrec::search {

/// Counts made from the heads of lists include documents that are hidden from searches (store::Suppression). This class
/// counts those, to be subtracted.
class HiddenHits {
public:
    /// The hidden documents in the places that hold a list of every clause. The task must have no tests.
    std::uint64_t count(const RankTask& task, std::uint64_t& visited);

private:
    bool holds_all(const RankTask& task, std::uint32_t docid, std::uint64_t& visited);

    std::vector<ListCursor> cursors_;  // one for each list of each clause
};

/// The number of documents in the ranges that searches must not find; an upper bound.
std::uint64_t hidden_inside(const store::Generation& generation, const place::Ranges& ranges) noexcept;

}  // namespace bizrec::search
