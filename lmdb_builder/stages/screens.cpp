#include "lmdb_builder/stages/screens.hpp"

#include <sys/stat.h>

#include "lmdb_builder/deletion/normalising_rules.hpp"
#include "lmdb_builder/stages/build_index.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

/// Call it for a folder without a list. A mistyped path, or a mount point whose disk is missing, looks like a folder in
/// which nothing was ever suppressed. A real one has a generation, or the list of `suppress init`.
void refuse_unpublished(const std::string& folder) {
    struct stat status {};
    if (::lstat((folder + "/current").c_str(), &status) != 0) {
        throw BuildFailure("--suppress: \"" + folder +
                           "\" has neither a published generation nor a list of suppressions: is it the right folder? "
                           "If it is a new one: lmdb_builder suppress init \"" +
                           folder + "\"");
    }
}

}  // namespace

void ScreenCounts::add(const ScreenCounts& other) {
    suppressed += other.suppressed;
    cut += other.cut;
    hashed += other.hashed;
    found.add(other.found);
    for (const auto& [code, count] : other.rejected) {
        rejected[code] += count;
    }
}

std::unique_ptr<DeletionCutter> Screens::deletion_cutter() const {
    return deletions ? std::make_unique<DeletionCutter>(*deletions, load_hash_rules(rule_folder)) : nullptr;
}

Screens load_screens(const BuildOptions& options, BuildSummary& summary) {
    Screens screens;
    screens.rule_folder = options.rule_folder;
    if (!options.suppress_path.empty()) {
        screens.list = SuppressionScreen::load(options.suppress_path);
        summary.suppression_list = screens.list.number();
        if (summary.suppression_list == 0) {
            refuse_unpublished(options.suppress_path);
        }
    }
    if (!options.hashes_path.empty()) {
        screens.deletions = DeletionScreen::load(options.hashes_path);
        summary.tries_hashes = true;
    }
    return screens;
}

void keep_found(const BuildOptions& options, const BuildSummary& summary) {
    if (options.keep_found && summary.tries_hashes) {
        options.keep_found(summary.screened.found);
    }
}

}  // namespace bizrec::builder
