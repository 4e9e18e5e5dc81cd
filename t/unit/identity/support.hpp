#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bizrec/base/rule_lines.hpp"
#include "bizrec/identity/identity.hpp"
#include "bizrec/identity/suffix_list.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::identity::test {

using bizrec::read_file;

inline const char* packaged_list_path = "/usr/share/publicsuffix/public_suffix_list.dat";

/// The packaged list with our additions, compiled once.
inline const SuffixList& suffixes() {
    static const SuffixList list =
        std::move(SuffixList::compile(read_file(packaged_list_path), built_in_rules("extra_suffixes"))).value();
    return list;
}

inline const Normaliser& normaliser() {
    static const Normaliser instance(suffixes(), LinkRules::built_in());
    return instance;
}

inline Identity website(std::string_view text) {
    Identity identity;
    normaliser().website(text, identity);
    return identity;
}

inline Identity profile(std::string_view text) {
    Identity identity;
    normaliser().profile(text, identity);
    return identity;
}

/// "domain joes.com", "none", … for short tables.
inline std::string brief(const Identity& identity) {
    std::string text(kind_name(identity.kind));
    if (!identity.key.empty())
        text += " " + identity.key;
    return text;
}

struct PageCase {
    const char* text;
    const char* expected;  ///< brief() of the website
};

inline void expect_pages(const std::vector<PageCase>& cases) {
    for (const PageCase& each : cases)
        EXPECT_EQ(brief(website(each.text)), each.expected) << each.text;
}

}  // namespace bizrec::identity::test
