#include "lmdb_builder/publish/roll_back.hpp"

#include <algorithm>
#include <optional>

#include "bizrec/store/trust.hpp"
#include "lmdb_builder/publish/current_file_writer.hpp"
#include "lmdb_builder/publish/folder_lock.hpp"
#include "lmdb_builder/publish/index_check.hpp"
#include "lmdb_builder/publish/published_folder.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

std::string list_of(const Generations& order) {
    std::string text;
    for (auto at = order.rbegin(); at != order.rend(); ++at) {
        text += (text.empty() ? "" : ", ") + *at;
    }
    return text.empty() ? "none" : text;
}

std::string generation_named(const std::string& digits, const PublishedFolder& folder, const Generations& order) {
    std::string found;
    for (const std::string& generation : order) {
        if (generation.compare(0, digits.size(), digits) != 0) {
            continue;
        }
        if (!found.empty()) {
            throw BuildFailure("\"" + digits + "\" begins more than one generation in \"" + folder.path() +
                               "\": give more digits; there are " + list_of(order));
        }
        found = generation;
    }
    if (found.empty()) {
        throw BuildFailure("\"" + folder.path() + "\" holds no generation \"" + digits + "\"; there are " +
                           list_of(order));
    }
    return found;
}

std::string target_of(const RollbackOptions& options, const PublishedFolder& folder, const std::string& current) {
    const Generations order = folder.generations();
    if (!options.generation.empty()) {
        return generation_named(options.generation, folder, order);
    }
    std::string before = generation_before(folder.history(), current);
    if (before.empty()) {
        throw BuildFailure("\"" + folder.path() + "\" knows of no generation before " +
                           (current.empty() ? "the first" : current) + "; there are " + list_of(order) +
                           ": name one with --to, or publish another index");
    }
    return before;
}

/// The generation's manifest. Throws BuildFailure if the index has changed since it was published.
store::Manifest sound_manifest(const PublishedFolder& folder, const std::string& generation,
                               const std::optional<store::TrustedKeys>& keys, const StageReport& report) {
    PublishedIndex published = folder.open(generation, keys ? &*keys : nullptr);
    const store::OpenIndex& index = published.index;
    must(store::check_file_sha256(published.manifest, index.path, hash_index(index, report)));
    if (!(must(store::identify_file(index.path)) == index.file.identity)) {
        throw BuildFailure(index.path + ": was replaced while it was hashed; try again");
    }
    return std::move(published.manifest);
}

RollbackSummary rolled_back(const RollbackOptions& options, const StageReport& report) {
    std::optional<store::TrustedKeys> keys;
    if (!options.trust_path.empty()) {
        keys = must(store::TrustedKeys::load(options.trust_path));
    }
    std::optional<SigningKey> key;
    if (!options.key_path.empty()) {
        key = must(SigningKey::load(options.key_path));
    }
    const PublishedFolder folder(options.folder);
    const FolderLock lock(folder.path(), options.wait);
    const StagingFolder staging(folder.path());
    RollbackSummary summary;
    summary.previous = folder.current();
    folder.sweep();
    const std::string target = target_of(options, folder, summary.previous);
    summary.file = folder.index(target);
    try {
        summary.manifest = sound_manifest(folder, target, keys, report);
    } catch (const BuildFailure& failure) {
        throw BuildFailure(std::string(failure.what()) + "; or go to another with --to: there are " +
                           list_of(folder.generations()));
    }
    summary.switched = target != summary.previous;
    if (summary.switched) {
        folder.switch_to(target, staging);
    }
    const std::string again = "lmdb_builder rollback --to " + target + " --key PEM " + options.folder;
    if (key) {
        try {
            write_current_file(folder, staging, target, *key);
        } catch (const BuildFailure& failure) {
            summary.warning = std::string(failure.what()) + "; edges that pull over HTTP do not follow yet: " + again;
        }
    } else {
        summary.warning = stale_current_file(folder, target, "let them follow with: " + again);
    }
    return summary;
}

}  // namespace

Result<RollbackSummary> roll_back(const RollbackOptions& options, const StageReport& report) {
    try {
        return rolled_back(options, report);
    } catch (const BuildFailure& failure) {
        return Error{failure.what()};
    }
}

}  // namespace bizrec::builder
