#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bizrec/api/change_filter.hpp"
#include "bizrec/base/budget.hpp"
#include "bizrec/base/result.hpp"
#include "bizrec/store/changes_file.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

/// Merges the changes of a file with the records that the server's list of suppressions hides, in the order of their
/// ids, and gives those that a request asks for.
class ChangeWalk {
public:
    enum class Step : std::uint8_t {
        row,
        end,
        pause,    ///< skipped entries have cost enough: the page ends here
        stopped,  ///< the budget is used up
        failed,   ///< see error()
    };

    /// All arguments must outlive this. `max_steps`: those that the whole request may take; `budget` may have fewer.
    ChangeWalk(const store::Generation& generation, const ChangesQuery& query, store::ChangesFile& file, Budget& budget,
               std::uint64_t max_steps) noexcept
        : generation_(generation),
          query_(query),
          file_(file),
          budget_(budget),
          max_steps_(max_steps),
          filter_(&generation, query) {}

    /// Goes to the first entry after the request's cursor. Returns Step::row if next() may be called, otherwise
    /// Step::stopped or Step::failed.
    Step begin();
    /// Overwrites `row` with the next row that the request asks for. After Step::pause only its id is valid: the next
    /// page continues after it.
    Step next(ChangeRow& row);
    const Error& error() const noexcept { return error_; }

private:
    Step begin_entries();
    Step next_of_all(ChangeRow& row);
    Step next_of_ids(ChangeRow& row);
    Step take_entry(const store::ChangeEntry& entry, ChangeRow& row);
    Step fail(const Error& error);
    bool count_pages();

    const store::Generation& generation_;
    const ChangesQuery& query_;
    store::ChangesFile& file_;
    Budget& budget_;
    const std::uint64_t max_steps_;
    Error error_;
    std::vector<format::Uuid>::const_iterator id_;  // the next of query_.ids
    const format::Uuid* gone_ = nullptr;            // next of the generation's records that are suppressed as a whole
    const format::Uuid* gone_end_ = nullptr;
    bool has_entry_ = false;  // entry_ was read, but not returned yet
    bool is_at_end_ = false;  // the end of the file is reached
    store::ChangeEntry entry_;
    ChangeFilter filter_;
    std::uint64_t pages_ = 0;   // pages read that are already charged to the budget
    std::uint32_t passed_ = 0;  // entries skipped for this page
    /// When this number of steps is used, the page ends at the next skipped entry. Without this limit, a request that
    /// skips most changes could use up its budget. It would be refused each time, and the client could never go on.
    std::uint64_t pause_at_ = 0;
};

}  // namespace bizrec::api
