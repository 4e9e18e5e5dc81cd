#pragma once

#include <string_view>
#include <utility>

#include "bizrec/format/layout.hpp"

namespace bizrec::builder {

/// The values of ownership_type that filters accept, as the specification spells them.
inline constexpr std::pair<std::string_view, format::Ownership> ownership_names[] = {
    {"INDEPENDENT", format::Ownership::independent},
    {"FAMILY", format::Ownership::family},
    {"FRANCHISE", format::Ownership::franchise},
    {"CHAIN", format::Ownership::chain},
};

}  // namespace bizrec::builder
