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
    std::string generation{};             ///< the published generation
    Generations purged{};                 ///< generations removed because of the list of suppressions
    std::vector<std::string> warnings{};  ///< failures that did not stop the pull
};

/// Fetches the publisher's current generation into ROOT/incoming and publishes it in ROOT/published, as
/// `publish --move --trust` does; a running nginx loads it from there. On an error the edge keeps serving its current
/// generation, and the fetched bytes stay for the next pull unless they are wrong. With PullOptions::purge, calls
/// forget_copies() afterwards if the generations or the list have changed since the last purge; each file that still
/// holds a listed record gives a warning. Calls `report` for the stages of publishing and, if the source is HTTP, for
/// the progress of downloads.
Result<PullOutcome> pull_index(const PullOptions& options, const StageReport& report);

/// Whether the message differs from the last one that pulls into this root reported, or the last one is more than an
/// hour old (IncomingFolder::is_news()). Also true if this is unknown. Call it with "" after a success, so that the
/// next failure is reported.
bool is_news_for_pull(const PullOptions& options, const std::string& message) noexcept;

}  // namespace bizrec::builder
