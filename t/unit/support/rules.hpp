#pragma once

#include <stdexcept>
#include <string_view>
#include <utility>

#include "bizrec/format/layout.hpp"
#include "bizrec/format/rules.hpp"

namespace bizrec {

/// The built-in rules with another suffix list: the texts of a public_suffix_list.dat and of an extra list.
inline format::Rules rules_with(std::string_view public_suffix_dat, std::string_view extra = {}) {
    const auto list = identity::SuffixList::compile(public_suffix_dat, extra);
    if (!list)
        throw std::runtime_error(list.error().message);
    auto rules = format::read_rules(list.value().serialise(), format::first_version_with_rules - 1);
    if (!rules)
        throw std::runtime_error(rules.error().message);
    return std::move(rules).value();
}

}  // namespace bizrec
