#include "lmdb_builder/deltas/publish_changes.hpp"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>

#include "bizrec/store/changes_file.hpp"
#include "lmdb_builder/deltas/changes_writer.hpp"
#include "lmdb_builder/deltas/delta_file.hpp"
#include "lmdb_builder/deltas/record_changes.hpp"
#include "lmdb_builder/publish/carried_names.hpp"
#include "lmdb_builder/publish/durable_file.hpp"
#include "lmdb_builder/publish/folder_lock.hpp"
#include "lmdb_builder/publish/published_folder.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

/// Makes the changes between generations of a folder. Indexes are checked only by their hash, because publishing has
/// verified them.
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
    /// Writes the changes since `base`. Returns nothing if it would have to read the records of `base`, but this
    /// program cannot read an index of that version.
    std::optional<PublishedFile> try_make(const std::string& base) {
        if (!remove_file(staged_)) {  // the name is always the same, so this removes the file of a killed run
            fail_with_errno("remove \"" + staged_ + "\"");
        }
        ChangesWriter writer(staged_, base, generation_);
        if (::access(folder_.delta(base, generation_).c_str(), F_OK) == 0) {
            add_from_delta(base, writer);
        } else if (!add_from_way_back(base, writer) && !add_from_indexes(base, writer)) {
            return std::nullopt;
        }
        PublishedFile made{folder_.changes(base, generation_), writer.finish()};
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

    /// Adds the changes of the file that leads from this generation to `base`, reversed: an added record becomes a
    /// removed one, and a removed record an added one; a changed record stays a changed one, with the same fields. A
    /// rollback usually finds this file, because it was made when the newer generation was published. Returns false if
    /// there is no such file.
    bool add_from_way_back(const std::string& base, ChangesWriter& writer) const {
        const auto opened = must(store::ChangesFile::open(folder_.changes(generation_, base), generation_, base));
        if (opened == nullptr) {
            return false;
        }
        std::vector<std::string> pointers;
        for (store::ChangeEntry entry; must(opened->next(entry));) {
            must(opened->read_pointers(entry, pointers));
            writer.add(reversed(entry.kind), entry.id, pointers);
        }
        return true;
    }

    static ChangeKind reversed(ChangeKind kind) noexcept {
        if (kind == ChangeKind::changed) {
            return kind;
        }
        return kind == ChangeKind::added ? ChangeKind::removed : ChangeKind::added;
    }

    /// Adds the differences between the records of `base` and of this generation. Returns false if `base` is of another
    /// version.
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

bool keeps_changes(const PublishedFolder& folder) {
    const std::vector<std::string> names = sorted_names_in(folder.path());
    return std::any_of(names.begin(), names.end(), [](const std::string& name) {
        const Generations between = generations_in_name(name);
        return between.size() == 2 && store::changes_path("", between[0], between[1]) == '/' + name;
    });
}

}  // namespace

Result<ChangesSummary> publish_changes(const std::string& folder_path, const std::string& generation,
                                       WriteChanges when) {
    try {
        const PublishedFolder folder(folder_path);
        const FolderLock lock(folder.path(), true);
        if (when == WriteChanges::if_folder_has_some && !keeps_changes(folder)) {
            return ChangesSummary();
        }
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
