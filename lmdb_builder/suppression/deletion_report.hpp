#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lmdb_builder/deletion/deletion_store.hpp"

namespace bizrec::builder {

struct DeletionReport {
    std::string csv;                                                      ///< `Id,Status`, one id a line, ascending
    std::uint64_t ids = 0;                                                ///< number of ids in `csv`
    std::uint64_t exempt = 0, deleted = 0, opted_out = 0, not_found = 0;  ///< ids in `csv` by status
    std::uint64_t untried = 0;  ///< ids with a hash that was never matched: not in `csv`
};

/// The statuses of the ids on the lists of one type, or of all types (null). If an id has several hashes, the first of
/// these statuses counts: deleted, opted out, exempt, not found.
DeletionReport deletion_report(const DeletionStore& store, const HashType* type);

}  // namespace bizrec::builder
