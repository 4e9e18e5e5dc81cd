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

/// Counts of the records that a build has left out, or cut parts out of.
struct ScreenCounts {
    std::uint64_t suppressed = 0;  ///< left out by the list of suppressions
    std::uint64_t cut = 0;         ///< lost parts by it
    std::uint64_t hashed = 0;      ///< lost parts for deletion hashes
    FoundHashes found;
    std::map<std::string, std::uint64_t> rejected;  ///< by RejectReason::code: the rest of such a record is invalid

    void add(const ScreenCounts& other);
};

/// The list of suppressions and the hashes of people that each record is compared with. Immutable and thread-safe.
struct Screens {
    SuppressionScreen list{nullptr};
    std::optional<DeletionScreen> deletions;
    std::string rule_folder;  ///< BuildOptions::rule_folder

    /// For one thread. Null: no hashes are tried. The result must not outlive this. Throws BuildFailure.
    std::unique_ptr<DeletionCutter> deletion_cutter() const;
};

/// Loads what the options name, and says so in the summary. Throws BuildFailure.
Screens load_screens(const BuildOptions& options, BuildSummary& summary);

/// Calls BuildOptions::keep_found. Call it when the output is complete, before it takes its place.
void keep_found(const BuildOptions& options, const BuildSummary& summary);

}  // namespace bizrec::builder
