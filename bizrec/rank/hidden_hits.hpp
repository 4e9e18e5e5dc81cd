#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/place/ranges.hpp"
#include "bizrec/postings/list_cursor.hpp"
#include "bizrec/rank/task.hpp"

namespace bizrec::search {

/// Counts by the heads of lists count documents that nobody may see (store::Suppression): what is to be taken off.
class HiddenHits {
public:
    /// Hidden documents in the places that hold a list of every clause. The task has no tests.
    std::uint64_t count(const RankTask& task, std::uint64_t& visited);

private:
    bool holds_all(const RankTask& task, std::uint32_t docid, std::uint64_t& visited);

    std::vector<ListCursor> cursors_;  // one for each list of each clause
};

/// Documents in the ranges, or more, that searches do not find.
std::uint64_t hidden_inside(const store::Generation& generation, const place::Ranges& ranges) noexcept;

}  // namespace bizrec::search
