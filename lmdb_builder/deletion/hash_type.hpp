#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "bizrec/store/seal.hpp"

/// Types of the hashes in deletion lists. The lists name people by hashes, so that they show no personal data.
namespace bizrec::builder {

/// The kind of identifier that was hashed. ndz: name, date of birth and ZIP code of a person. name_vin, maid and ctvid:
/// vehicles, phones and television sets, which no record has.
enum class HashType : std::uint8_t { email, phone, ndz, name_vin, maid, ctvid };
inline constexpr std::size_t hash_types = 6;

/// The name of a type in names of files: "Email", "Phone", "NDZ", "NameVIN", "MAID", "CTVID".
std::string_view name_of(HashType type) noexcept;
/// The type of a name in any case; nullopt for other words.
std::optional<HashType> hash_type_of(std::string_view name) noexcept;

using IdentifierHash = store::Sha256;
inline constexpr std::size_t hash_text_bytes = 44;  ///< of a hash as text: Base64 with padding, RFC 4648 section 4

using HashText = std::array<char, hash_text_bytes>;
HashText text_of(const IdentifierHash& hash) noexcept;

/// Reads a hash from its text. Returns false for any text that text_of() does not write; `hash` is then unspecified.
bool read_hash(std::string_view text, IdentifierHash& hash) noexcept;

}  // namespace bizrec::builder
