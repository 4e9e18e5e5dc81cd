#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/store/trust.hpp"

/// The list of suppressions of a published folder (docs/erasure.md): the records, and parts of records, that must not
/// be shown. It holds ids and JSON Pointers, and none of the data that they point to.
namespace bizrec::store {

inline constexpr std::string_view suppression_link = "suppressed";     ///< in the folder: a link to NUMBER.suppressed
inline constexpr std::string_view suppression_suffix = ".suppressed";  ///< follows the list's number in a file name
inline constexpr std::size_t suppression_limit = std::size_t{256} << 20;  ///< maximum bytes of a list's file

struct SuppressionEntry {
    format::Uuid id{};
    std::string pointer;  ///< JSON Pointer of the suppressed part; "": the whole record
    /// If the pointer leads into an element of an array: the generation in which that element was looked up. In other
    /// generations the whole array is cut.
    std::string generation;

    bool is_whole() const noexcept { return pointer.empty(); }
};
bool operator<(const SuppressionEntry& a, const SuppressionEntry& b) noexcept;
bool operator==(const SuppressionEntry& a, const SuppressionEntry& b) noexcept;

struct SuppressionList {
    std::uint64_t number = 0;               ///< at least 1; a later list of the folder has a greater number
    std::vector<SuppressionEntry> entries;  ///< ascending, no duplicates

    /// The entries of a record, as [first, last); first == last if there is none.
    std::pair<const SuppressionEntry*, const SuppressionEntry*> entries_of(const format::Uuid& id) const noexcept;
    /// Whether an entry suppresses the whole record with this id.
    bool has_whole(const format::Uuid& id) const noexcept;
};

/// Returns pointers to the parts of a record that its entries [first, last) suppress in a generation, in the order in
/// which they must be cut.
std::vector<std::string> suppressed_parts(const SuppressionEntry* first, const SuppressionEntry* last,
                                          const std::string& generation);

/// Removes the pointers, of a record that changed, to parts that the list suppresses in a generation. Such a pointer
/// would reveal that the record has the part. Returns false if no pointer is left: no row may show the change.
bool remove_suppressed(const SuppressionList& list, const format::Uuid& id, const std::string& generation,
                       std::vector<std::string>& pointers);

/// Returns all lines of a list's file except the last one, which has the signature.
std::string serialise_suppression(const SuppressionList& list);
/// Returns the last line of a list's file. `signature_text`: signature of the other lines, as SigningKey::sign()
/// returns it; "": unsigned.
std::string suppression_signature_line(std::string_view signature_text);

/// Parses a list's file. Accepts only what serialise_suppression() and suppression_signature_line() write. `keys`: one
/// of them must have signed the list; null: no signature is needed. The message begins with "is" or "has" and has no
/// path.
Result<SuppressionList> parse_suppression(std::string_view text, const TrustedKeys* keys);

/// The name of the file of a list: "7.suppressed".
std::string suppression_file_name(std::uint64_t number);
/// The number in the name of a list's file; 0 if `name` is no such name.
std::uint64_t suppression_number_of(std::string_view name) noexcept;

}  // namespace bizrec::store
