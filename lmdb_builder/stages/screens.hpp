#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "lmdb_builder/deletion/deletion_screen.hpp"
#include "lmdb_builder/record/suppression_screen.hpp"

namespace bizrec::builder {

struct BuildOptions;
struct BuildSummary;

/// Counts of the records that a build has left out, or from which it has cut parts.
struct ScreenCounts {
    std::uint64_t suppressed = 0;  ///< records that the list of suppressions removes
    std::uint64_t cut = 0;         ///< records that lost parts named by that list
    std::uint64_t hashed = 0;      ///< records that lost parts because a deletion hash matched
    FoundHashes found;
    /// By RejectReason::code: records whose remaining parts are not a valid record.
    std::map<std::string, std::uint64_t> rejected;

    void add(const ScreenCounts& other);
};

/// The list of suppressions and the hashes of people that each record is compared with. Immutable and thread-safe.
struct Screens {
    SuppressionScreen list{nullptr};
    std::optional<DeletionScreen> deletions;
    std::string rule_folder;  ///< BuildOptions::rule_folder

    /// A cutter for one thread; null if there are no hashes to try. It must not outlive this object. Throws
    /// BuildFailure.
    std::unique_ptr<DeletionCutter> deletion_cutter() const;
};

/// Loads the list and the hashes that the options name, and notes in the summary which of the two there are. Throws
/// BuildFailure.
Screens load_screens(const BuildOptions& options, BuildSummary& summary);

/// Calls BuildOptions::keep_found, if it is set and hashes were tried. Call this when the new file is complete, before
/// it replaces the output.
void keep_found(const BuildOptions& options, const BuildSummary& summary);

}  // namespace bizrec::builder
