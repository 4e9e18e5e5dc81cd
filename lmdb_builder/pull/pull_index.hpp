#pragma once

#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/publish/copy_index.hpp"
#include "lmdb_builder/publish/history.hpp"
#include "lmdb_builder/pull/pull_options.hpp"

namespace bizrec::builder {

struct PullOutcome {
    enum class Kind { nothing_new, busy, published };

    Kind kind = Kind::nothing_new;
    std::string generation{};             ///< that was published
    Generations purged{};                 ///< what was removed for the list of suppressions
    std::vector<std::string> warnings{};  ///< what did not keep it from being published, or from trying
};

/// Fetches the publisher's current generation into ROOT/incoming and publishes it in ROOT/published, as
/// `publish --move --trust` does; a running nginx takes it from there. On an error the edge serves what it has, and
/// what has come stays for the next pull, unless it is wrong. With PullOptions::purge, forget_copies() behind that,
/// where generations or list are others than when it was done last; what still holds something is a warning then.
/// `report`: over HTTP also of the fetching.
Result<PullOutcome> pull_index(const PullOptions& options, const StageReport& report);

/// Whether a message has not been said for an hour by pulls into this root. "": all is well again.
bool is_news_for_pull(const PullOptions& options, const std::string& message) noexcept;

}  // namespace bizrec::builder
