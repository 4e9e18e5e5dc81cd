#include "lmdb_builder/deltas/publish_changes.hpp"

#include <unistd.h>

#include <memory>
#include <new>
#include <optional>

#include "lmdb_builder/deltas/changes_writer.hpp"
#include "lmdb_builder/deltas/delta_file.hpp"
#include "lmdb_builder/deltas/record_changes.hpp"
#include "lmdb_builder/publish/durable_file.hpp"
#include "lmdb_builder/publish/folder_lock.hpp"
#include "lmdb_builder/publish/published_folder.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

/// Makes the changes between two generations of a folder. The indexes are not checked again: publishing has examined
/// them.
class ChangesMaker {
public:
    ChangesMaker(const PublishedFolder& folder, const std::string& generation)
        : folder_(folder), generation_(generation), staged_(folder.path() + "/.changes") {}

    void make(const std::string& base, ChangesSummary& summary) {
        try {
            if (auto made = try_make(base)) {
                summary.made.push_back(std::move(*made));
            }
        } catch (const BuildFailure& failure) {
            summary.warnings.push_back("no changes since " + base + ": " + failure.error().message);
        }
    }

private:
    /// Returns nothing if `base` is of another version, because this program cannot compare its records.
    std::optional<PublishedChanges> try_make(const std::string& base) {
        if (!remove_file(staged_)) {  // the name is always the same, so this removes the file of a killed run
            fail_with_errno("remove \"" + staged_ + "\"");
        }
        ChangesWriter writer(staged_, base, generation_);
        if (::access(folder_.delta(base, generation_).c_str(), F_OK) == 0) {
            add_from_delta(base, writer);
        } else if (!add_from_indexes(base, writer)) {
            return std::nullopt;
        }
        PublishedChanges made{folder_.changes(base, generation_), writer.finish()};
        rename_file(staged_, made.file);
        sync_folder_of_files(folder_.path());
        return made;
    }

    void add_from_delta(const std::string& base, ChangesWriter& writer) const {
        const DeltaFile delta(folder_.delta(base, generation_));
        if (delta.header().base.generation != base || delta.header().target.generation != generation_) {
            delta.fail("is a delta between other generations than its name says");
        }
        DeltaCursor cursor(delta);
        for (DeltaChange change; cursor.next(change);) {
            writer.add(change.kind, change.id, change.pointers);
        }
    }

    /// False: `base` is of another version.
    bool add_from_indexes(const std::string& base, ChangesWriter& writer) {
        const auto before = opened(base);
        if (!before && before.error().is_of_other_version) {
            return false;
        }
        must(before);
        if (target_ == nullptr) {
            target_ = must(opened(generation_));
        }
        must(walk_changes(*before.value(), *target_, [&writer](const ChangedPair& pair) {
            const bool is_changed = pair.kind == ChangeKind::changed;
            writer.add(pair.kind, pair.id,
                       is_changed ? changed_pointers(pair.before, pair.after) : std::vector<std::string>());
        }));
        return true;
    }

    Result<std::shared_ptr<const store::Generation>> opened(const std::string& generation) const {
        return store::Generation::open(folder_.index(generation), store::Generation::Check::hash);
    }

    const PublishedFolder& folder_;
    const std::string& generation_;
    const std::string staged_;
    std::shared_ptr<const store::Generation> target_;
};

}  // namespace

Result<ChangesSummary> publish_changes(const std::string& folder_path, const std::string& generation) {
    try {
        const PublishedFolder folder(folder_path);
        const FolderLock lock(folder.path(), true);
        ChangesMaker maker(folder, generation);
        ChangesSummary summary;
        for (const std::string& base : folder.generations()) {
            if (base != generation && ::access(folder.changes(base, generation).c_str(), F_OK) != 0) {
                maker.make(base, summary);
            }
        }
        return summary;
    } catch (const BuildFailure& failure) {
        return failure.error();
    } catch (const std::bad_alloc&) {
        return Error{"out of memory"};
    }
}

}  // namespace bizrec::builder
