#pragma once

#include <memory>
#include <string>

#include "lmdb_builder/deletion/found_hashes.hpp"
#include "lmdb_builder/deletion/record_matcher.hpp"

namespace bizrec::builder {

/// A store of deletion hashes that a build compares its records with. Immutable and thread-safe; each thread needs its
/// own DeletionCutter.
class DeletionScreen {
public:
    /// `folder`: the store's folder. Leaves out hashes with the status `untried`, so that the next `suppress match`
    /// still finds their records and can report them. Throws BuildFailure.
    static DeletionScreen load(const std::string& folder);

private:
    friend class DeletionCutter;
    std::shared_ptr<const DeletionStore> store_;
    std::shared_ptr<const DeletionTables> tables_;
};

class DeletionCutter {
public:
    /// `screen` must outlive this object. Throws BuildFailure.
    DeletionCutter(const DeletionScreen& screen, NormalisingRules rules);

    /// Cuts all parts that match a hash out of a record. Returns false if nothing matches. If neither such a part nor a
    /// value around it can be cut out, `json` becomes empty, which is no valid record.
    bool cut(std::string& json);

    /// the hashes that all calls of cut() so far have found
    const FoundHashes& found() const noexcept { return found_; }

private:
    void count(const FoundDeletion& deletion);

    const DeletionStore& store_;
    RecordMatcher matcher_;
    FoundHashes found_;
};

}  // namespace bizrec::builder
