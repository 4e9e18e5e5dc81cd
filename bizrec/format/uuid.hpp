#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace bizrec::format {

using Uuid = std::array<unsigned char, 16>;

inline constexpr std::size_t uuid_characters = 36;

/// Writes canonical lower-case text: 36 characters, no NUL.
void write_uuid(const Uuid& id, char* out) noexcept;
/// The same text as a string.
std::string uuid_text(const Uuid& id);
/// Reads any case, with canonical hyphens (RFC 9562 section 4). Returns false if `text` is not a UUID; `out` is then
/// unspecified.
bool read_uuid(std::string_view text, Uuid& out) noexcept;

}  // namespace bizrec::format
