#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "bizrec/base/bytes.hpp"
#include "bizrec/base/result.hpp"
#include "bizrec/format/layout.hpp"
#include "bizrec/store/seal.hpp"

/// The bytes of the sealing page. The magic, the two versions and the page's own hash keep their places in all future
/// formats, so that a reader reports a newer format instead of damage.
namespace bizrec::store {

using SealPage = std::array<unsigned char, format::page_bytes>;

/// Returns the field at `offset`, which need not be aligned.
template <class T>
T load(const SealPage& page, std::size_t offset) noexcept {
    return load_unaligned<T>(page.data() + offset);
}

/// The fields of the sealing page. Except `magic` and `endian_value`, each constant is the byte offset of a field, and
/// its comment gives the type of the field.
namespace seal_field {
inline constexpr char magic[] = "BIZRECIX";       ///< 8 bytes in the file, without the NUL
inline constexpr std::size_t format_version = 8;  ///< u32
inline constexpr std::size_t oldest_reader = 12;  ///< u32: readers of older formats cannot read this file
inline constexpr std::size_t endian_marker = 16;  ///< u32: endian_value
inline constexpr std::size_t page_size = 20;      ///< u32: format::page_bytes
inline constexpr std::size_t lmdb_bytes = 24;     ///< u64: size of the file without the sealing page
inline constexpr std::size_t lmdb_sha256 = 32;    ///< 32 bytes: SHA-256 of the bytes before the page
inline constexpr std::size_t reserved = 64;       ///< zeros up to page_sha256
inline constexpr std::size_t page_sha256 = format::page_bytes - 32;  ///< 32 bytes: SHA-256 of the bytes before them
inline constexpr std::uint32_t endian_value = 0x01020304;
}  // namespace seal_field

bool has_seal_magic(const SealPage& page) noexcept;

/// Overwrites `page`. Returns false if OpenSSL offers no SHA-256.
bool encode_seal(const Seal& seal, SealPage& page) noexcept;

/// Checks that the page is consistent with itself and with the file's size. Messages begin with `path`.
Result<Seal> decode_seal(const SealPage& page, std::uint64_t file_bytes, const std::string& path);

}  // namespace bizrec::store
