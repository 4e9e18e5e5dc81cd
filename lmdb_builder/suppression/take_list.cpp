#include "lmdb_builder/suppression/take_list.hpp"

#include <algorithm>
#include <optional>

#include "bizrec/store/small_file.hpp"
#include "lmdb_builder/publish/folder_lock.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"
#include "lmdb_builder/suppression/audit_line.hpp"
#include "lmdb_builder/suppression/suppression_file.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

using Entries = std::vector<store::SuppressionEntry>;

std::uint64_t only_in(const Entries& a, const Entries& b) {
    Entries rest;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
    return rest.size();
}

SuppressSummary taken(const TakeOptions& options) {
    std::optional<store::TrustedKeys> keys;
    if (!options.trust_path.empty()) {
        keys = must(store::TrustedKeys::load(options.trust_path));
    }
    const std::string bytes = must(store::read_small_file(options.file, store::suppression_limit,
                                                          "name a file NUMBER.suppressed of the other folder"));
    auto parsed = store::parse_suppression(bytes, keys ? &*keys : nullptr);
    if (!parsed) {
        throw BuildFailure(options.file + ": " + parsed.error().message);
    }
    const store::SuppressionList& list = parsed.value();
    const PublishedFolder folder(options.folder);
    const FolderLock lock(folder.path(), options.wait);
    const StagingFolder staging(folder.path());
    // If the link is gone, or its list cannot be read, the new list is compared with the newest readable list of the
    // folder. If there is no readable list, every list is accepted.
    const auto found = store::find_suppressions(folder.path(), nullptr, nullptr);
    const store::SuppressionList before = found && found.value().list ? *found.value().list : store::SuppressionList{};
    record_unrecorded_list(folder.path(), before.number, before.entries.size());
    if (list.number < before.number) {
        const std::string newest = std::to_string(before.number);
        throw BuildFailure(options.file + ": is list " + std::to_string(list.number) + ", and \"" + folder.path() +
                           "\" has list " + newest + ": a list's number never goes back; take list " + newest +
                           " or a newer one");
    }
    if (list.number == before.number && list.entries != before.entries) {
        throw BuildFailure(options.file + ": is another list " + std::to_string(list.number) + " than that of \"" +
                           folder.path() + "\"; take the builder's list again");
    }
    SuppressSummary summary;
    summary.list = list.number;
    summary.entries = list.entries.size();
    summary.generation = folder.current();
    if (list.number == before.number && found.value().trouble.empty()) {
        return summary;
    }
    summary.added = only_in(list.entries, before.entries);
    summary.removed = only_in(before.entries, list.entries);
    place_list(folder, list.number, bytes, staging);
    append_audit_line(folder.path(), "suppress take", summary);
    return summary;
}

}  // namespace

Result<SuppressSummary> take_list(const TakeOptions& options) {
    try {
        return taken(options);
    } catch (const BuildFailure& failure) {
        return Error{failure.what()};
    }
}

}  // namespace bizrec::builder
