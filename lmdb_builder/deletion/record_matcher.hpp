#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lmdb_builder/deletion/hash_table.hpp"
#include "lmdb_builder/deletion/normalising_rules.hpp"

namespace bizrec::builder {

/// The hashes of a store that records are asked for. Immutable and thread-safe.
struct DeletionTables {
    /// `of` must outlive it.
    explicit DeletionTables(const DeletionStore& of);

    const DeletionStore& store;
    HashTable email, phone, ndz;
};

/// A part of a record that is of somebody on a list.
struct FoundDeletion {
    HashType type = HashType::email;
    HashTable::Range entries;  ///< of the store's, of that type; not all of them exempt
    std::string pointer;       ///< JSON Pointer to what is to go: a value, or whoever is an element of `staffs`
};

/// Tries every identifier of a record against a store: e-mail addresses in any text, telephone numbers in members for
/// them or written as such, and people by name, birth date and ZIP code. One object a thread.
class RecordMatcher {
public:
    /// `tables` must outlive it. Throws BuildFailure where OpenSSL offers no SHA-256.
    RecordMatcher(const DeletionTables& tables, NormalisingRules rules);
    ~RecordMatcher();

    /// `json`: a record, which keeps its bytes but may be moved to make room for padding. Nothing is found in what is
    /// no record. In the order of the record, a pointer maybe several times. Holds until the next call.
    const std::vector<FoundDeletion>& match(std::string& json);

    std::uint64_t hashed() const noexcept;  ///< identifiers, so far

private:
    struct Walk;
    std::unique_ptr<Walk> walk_;
};

}  // namespace bizrec::builder
