#include "lmdb_builder/stages/screens.hpp"

#include "lmdb_builder/deletion/hash_rules.hpp"
#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

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
