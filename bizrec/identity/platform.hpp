#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/base/rule_lines.hpp"

/// The platforms whose profiles are identity keys (rule file platforms.txt).
namespace bizrec::identity {

/// Index of a platform in its table.
enum class Platform : std::uint16_t { no_platform = 0xFFFF };

struct PlatformTraits {
    enum class Case : std::uint8_t { folds, keeps };
    enum class Dots : std::uint8_t { matter, ignored };
    enum class Rest : std::uint8_t { none, company, document, shared };
    enum class Locale : std::uint8_t { stays, skips };
    enum class Special : std::uint8_t { none, maps, federated, channels, telephone };

    std::string_view id;    ///< the platform's name in the other rule files
    std::string_view name;  ///< first part of the key
    /// Octets that a handle may hold in addition to ASCII letters and digits. "any": all except blanks, "/" and quotes.
    std::string_view octets;
    Case letter_case = Case::folds;
    Dots dots = Dots::matter;
    Rest rest = Rest::none;  ///< meaning of an address that no row of the path table matches
    Locale locale = Locale::stays;
    Special special = Special::none;  ///< what the code does for this platform in addition to the rules
    std::string_view bare;            ///< path prefix for a bare handle
};

/// Views point into the text that was read.
class PlatformTable {
public:
    Status read(const RuleText& text);

    std::size_t size() const noexcept { return traits_.size(); }
    /// `platform` must be of this table.
    const PlatformTraits& traits(Platform platform) const noexcept {
        return traits_[static_cast<std::size_t>(platform)];
    }
    /// Finds a platform by PlatformTraits::id; no_platform if there is none.
    Platform with_id(std::string_view id) const noexcept;
    /// Finds a platform by the name that people and data sets use ("Facebook", "fb", "X", "Linked In"); no_platform if
    /// the name is unknown.
    Platform named(std::string_view name) const noexcept;
    /// The platform whose handles name their server ("@joe@mas.to"); no_platform if there is none.
    Platform federated() const noexcept { return federated_; }

private:
    struct Name {
        std::string plain;  // in ids_: PlatformTraits::id; in names_: a name's letters and digits in lower case
        Platform platform;
    };

    Status add(const RuleLine& rule);
    Status add_names(const RuleLine& rule, std::string_view list, Platform platform);
    void add_own_names();

    std::vector<PlatformTraits> traits_;
    std::vector<Name> ids_;    // sorted
    std::vector<Name> names_;  // sorted; if two names are equal, the first one counts
    Platform federated_ = Platform::no_platform;
};

}  // namespace bizrec::identity
