#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

/// The table of platforms (data/platforms.inc) as code.
namespace bizrec::identity {

enum class Platform : std::uint8_t {
#define BIZREC_PLATFORM(id, name, octets, letter_case, dots, rest, locale, bare) id,
#include "bizrec/identity/data/platforms.inc"
#undef BIZREC_PLATFORM
    no_platform
};

inline constexpr std::size_t platform_count = static_cast<std::size_t>(Platform::no_platform);

struct PlatformTraits {
    enum class Case : std::uint8_t { folds, keeps };
    enum class Dots : std::uint8_t { matter, ignored };
    enum class Rest : std::uint8_t { none, company, document };
    enum class Locale : std::uint8_t { stays, skips };

    std::string_view name;    ///< first part of the key
    std::string_view octets;  ///< what a handle may hold beside ASCII letters and digits; "any": all that is visible
    Case letter_case;
    Dots dots;
    Rest rest;  ///< what an address is that no row of the table of paths knows
    Locale locale;
    std::string_view bare;  ///< path before a bare handle
};

const PlatformTraits& traits(Platform platform) noexcept;

/// The platform that a person or a data set calls so ("Facebook", "fb", "X", "Linked In"); no_platform where unknown.
Platform platform_named(std::string_view name) noexcept;

}  // namespace bizrec::identity
