#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/store/trust.hpp"

/// The list of suppressions of a published folder, docs/erasure.md: which records, or parts of records, nobody may see.
/// It holds ids and JSON Pointers, and nothing of what they point to.
namespace bizrec::store {

inline constexpr std::string_view suppression_link = "suppressed";     ///< in the folder: a link to NUMBER.suppressed
inline constexpr std::string_view suppression_suffix = ".suppressed";  ///< behind the list's number
inline constexpr std::size_t suppression_limit = std::size_t{256} << 20;  ///< bytes of a list's file

struct SuppressionEntry {
    format::Uuid id{};
    std::string pointer;     ///< "": the whole record
    std::string generation;  ///< of a pointer to an element: where it was looked up. Elsewhere the whole array goes

    bool is_whole() const noexcept { return pointer.empty(); }
};
bool operator<(const SuppressionEntry& a, const SuppressionEntry& b) noexcept;
bool operator==(const SuppressionEntry& a, const SuppressionEntry& b) noexcept;

struct SuppressionList {
    std::uint64_t number = 0;               ///< >= 1; a later list of the folder has a greater one
    std::vector<SuppressionEntry> entries;  ///< ascending, each once

    /// Whether it has the whole record of an id.
    bool has_whole(const format::Uuid& id) const noexcept;
};

/// All lines but the signature's.
std::string serialise_suppression(const SuppressionList& list);
/// The last line. `signature_text`: of the other lines, as SigningKey gives it; "": nobody has signed them.
std::string suppression_signature_line(std::string_view signature_text);

/// Takes exactly what the two functions above write. `keys`: one of them must have signed it; null: nobody is asked.
/// The message begins with "is" or "has" and has no path.
Result<SuppressionList> parse_suppression(std::string_view text, const TrustedKeys* keys);

/// "7.suppressed".
std::string suppression_file_name(std::uint64_t number);
/// 0 where `name` is none.
std::uint64_t suppression_number_of(std::string_view name) noexcept;

}  // namespace bizrec::store
