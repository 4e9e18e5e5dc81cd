#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// One name of the public suffix list and its rules. A name may have several rules: "kobe.jp" may be a suffix itself,
/// and also have the wildcard "*.kobe.jp"; "city.kobe.jp" may be the exception "!city.kobe.jp". Both sections may have
/// rules for one name.
namespace bizrec::identity {

namespace rule_flag {
inline constexpr std::uint8_t plain = 1;      ///< "name"
inline constexpr std::uint8_t wildcard = 2;   ///< "*.name"
inline constexpr std::uint8_t exception = 4;  ///< "!name"
inline constexpr std::uint8_t icann = plain | wildcard | exception;
inline constexpr int private_shift = 3;  ///< private rules have the three flags above, shifted left by this
inline constexpr std::uint8_t tenant = icann << private_shift;
inline constexpr std::uint8_t all = icann | tenant;
}  // namespace rule_flag

struct SuffixRule {
    std::string name;  ///< lower-case A-labels, without "*." and "!"
    std::uint8_t flags = 0;
};

/// Reads "*.name", "!name" or "name" with lower-case A-labels; nullopt if the text has none of these forms.
std::optional<SuffixRule> read_ascii_rule(std::string_view text);

/// Whether the text has lower-case letters, digits, hyphens and underscores in labels of 1 to 63 octets, and at most
/// 253 octets in all.
bool is_host_name(std::string_view text) noexcept;

}  // namespace bizrec::identity
