#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"
#include "bizrec/format/layout.hpp"
#include "bizrec/identity/link_rules.hpp"
#include "bizrec/identity/suffix_list.hpp"
#include "bizrec/text/fillers.hpp"
#include "bizrec/text/number_words.hpp"
#include "bizrec/text/word_forms.hpp"

/// The `rules` section: the tables that the index was built with. The server reads requests by the same tables, so a
/// new link pattern needs no release of the server.
namespace bizrec::format {

struct Rules {
    identity::SuffixList suffixes;
    identity::LinkRules links;
    text::WordForms words;
    text::NumberWords numbers;
    text::Fillers fillers;
};

/// Writes `[suffixes]` and SuffixList::serialise(), then each table as `[name]` and its rules without comments. Only
/// for format 3 and later: files of `version` get no table that is newer than their format.
std::string write_rules(const Rules& rules, std::uint32_t version = format_version);

/// `section`: from the file, may be hostile, without its padding. `version`: the file's format. In format 2 the section
/// is only the suffix list; all other tables are those that this program was built with. Before format 5 this also
/// holds for the number words and fillers.
Result<Rules> read_rules(std::string_view section, std::uint32_t version);

}  // namespace bizrec::format
