#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lmdb_builder/deletion/deletion_store.hpp"

namespace bizrec::builder {

struct DeletionReport {
    std::string csv;            ///< `Id,Status`, an id a line, ascending
    std::uint64_t ids = 0;      ///< in it
    std::uint64_t untried = 0;  ///< ids of which a hash was never matched: not in it
};

/// What is answered to the lists of one type, or of all types (null). Of an id with several hashes: deleted before
/// opted out, before exempt, before not found.
DeletionReport deletion_report(const DeletionStore& store, const HashType* type);

}  // namespace bizrec::builder
