#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lmdb_builder/deletion/hash_table.hpp"
#include "lmdb_builder/deletion/normalising_rules.hpp"

namespace bizrec::builder {

/// The hashes of a store, for looking up the identifiers of records. Immutable and thread-safe.
struct DeletionTables {
    /// `of` must outlive this object.
    explicit DeletionTables(const DeletionStore& of);

    const DeletionStore& store;
    HashTable email, phone, ndz;
};

/// A part of a record that matches a hash of a list.
struct FoundDeletion {
    HashType type = HashType::email;
    HashTable::Range entries;  ///< the hash's entries in the store's list of that type; at least one is not exempt
    /// JSON Pointer to the part to remove: a value, or a person's element of an array such as `staffs`.
    std::string pointer;
};

/// Looks every identifier of a record up in a store: e-mail addresses in any text, telephone numbers in any text that
/// is_written_as_phone() or is in a member for telephone numbers, and people by name, birth date and ZIP code. Not
/// thread-safe: use one object a thread.
class RecordMatcher {
public:
    /// `tables` must outlive this object. Throws BuildFailure if OpenSSL offers no SHA-256.
    RecordMatcher(const DeletionTables& tables, NormalisingRules rules);
    ~RecordMatcher();

    /// Returns the parts of a record that match, in the order of the record; a pointer may appear several times. Finds
    /// nothing in an invalid record. `json`: the record. Its content is not changed, but its memory may be reallocated
    /// for padding. The result is valid until the next call.
    const std::vector<FoundDeletion>& match(std::string& json);

    std::uint64_t hashed() const noexcept;  ///< number of identifiers hashed so far

private:
    struct Walk;
    std::unique_ptr<Walk> walk_;
};

}  // namespace bizrec::builder
