#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/deletion/hash_type.hpp"

/// All hashes that deletion lists have added and not removed, with the status of each: the file `hashes` in a store's
/// folder, docs/erasure.md.
namespace bizrec::builder {

/// The status reported for an id. The report has the same numbers; `untried` is never reported.
enum class DeletionStatus : std::uint8_t { untried = 0, exempt = 2, deleted = 3, opted_out = 4, not_found = 5 };

struct DeletionEntry {
    IdentifierHash hash{};
    std::string id;  ///< the person's id in the deletion list; is_deletion_id() holds
    DeletionStatus status = DeletionStatus::untried;
};
/// Orders by hash, then by id.
bool operator<(const DeletionEntry& a, const DeletionEntry& b) noexcept;

/// Maximum length of a person's id. It has 1 to 100 visible ASCII characters, but no quotes and no commas.
inline constexpr std::size_t max_deletion_id_bytes = 100;
bool is_deletion_id(std::string_view text) noexcept;

/// A file of a download.
struct ImportedFile {
    std::string name;  ///< at most max_imported_name_bytes
    store::Sha256 digest{};
};
inline constexpr std::size_t max_imported_name_bytes = 255;

struct DeletionStore {
    std::uint32_t matched_rules = 0;  ///< version of the rules of the last match; 0: no match yet
    std::array<std::vector<DeletionEntry>, hash_types>
        entries{};                         ///< by type, ascending; each pair of hash and id once
    std::vector<ImportedFile> imported{};  ///< in the order of their import

    std::vector<DeletionEntry>& entries_of(HashType type) { return entries[static_cast<std::size_t>(type)]; }
    const std::vector<DeletionEntry>& entries_of(HashType type) const {
        return entries[static_cast<std::size_t>(type)];
    }
    std::uint64_t size() const noexcept;
};

inline constexpr std::string_view store_file_name = "hashes";  ///< in the store's folder
inline constexpr std::size_t max_store_bytes = std::size_t{16} << 30;

/// The bytes of the file. Throws BuildFailure if OpenSSL offers no SHA-256.
std::string serialise_store(const DeletionStore& store);

/// Accepts only bytes that serialise_store() writes. The message of an error begins with "is", so that the caller can
/// put the path before it.
Result<DeletionStore> parse_store(std::string_view bytes);

}  // namespace bizrec::builder
