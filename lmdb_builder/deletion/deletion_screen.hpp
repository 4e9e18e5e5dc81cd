#pragma once

#include <memory>
#include <string>

#include "lmdb_builder/deletion/record_matcher.hpp"

namespace bizrec::builder {

/// A store of deletion hashes that the records of a build are tried against. Immutable and thread-safe; a cutter a
/// thread.
class DeletionScreen {
public:
    /// `folder`: of the store. Hashes that no match has tried yet are left out, so that the next match finds whom they
    /// name, and the report says so. Throws BuildFailure.
    static DeletionScreen load(const std::string& folder);

private:
    friend class DeletionCutter;
    std::shared_ptr<const DeletionStore> store_;
    std::shared_ptr<const DeletionTables> tables_;
};

class DeletionCutter {
public:
    /// `screen` must outlive it. Throws BuildFailure.
    DeletionCutter(const DeletionScreen& screen, NormalisingRules rules);

    /// Cuts whatever is of somebody on the lists out of a record. False: there is nothing of anybody. Where something
    /// cannot be cut out `json` is empty, and no record.
    bool cut(std::string& json);

private:
    RecordMatcher matcher_;
};

}  // namespace bizrec::builder
