#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "bizrec/store/seal.hpp"

/// Deletion lists of hashes: whom a list names, without saying it.
namespace bizrec::builder {

/// What was hashed.
enum class HashType : std::uint8_t { email, phone, ndz, name_vin, maid, ctvid };
inline constexpr std::size_t hash_types = 6;

/// As names of files spell them: "Email", "Phone", "NDZ", "NameVIN", "MAID", "CTVID".
std::string_view name_of(HashType type) noexcept;
/// In any case of letters; none for other words.
std::optional<HashType> hash_type_of(std::string_view name) noexcept;

using IdentifierHash = store::Sha256;
inline constexpr std::size_t hash_text_bytes = 44;  ///< of a hash in Base64, RFC 4648 section 4, with padding

using HashText = std::array<char, hash_text_bytes>;
HashText text_of(const IdentifierHash& hash) noexcept;

/// False for all that text_of() does not write; `hash` is then unspecified.
bool read_hash(std::string_view text, IdentifierHash& hash) noexcept;

}  // namespace bizrec::builder
