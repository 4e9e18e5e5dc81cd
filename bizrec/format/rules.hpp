#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"
#include "bizrec/format/layout.hpp"
#include "bizrec/identity/link_rules.hpp"
#include "bizrec/identity/suffix_list.hpp"
#include "bizrec/text/category_names.hpp"
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
    text::CategoryNames categories;
    bool has_categories = true;  ///< false: an index of an earlier format, without this table
};

/// Writes `[suffixes]` and SuffixList::serialise(), then each table as `[name]` and its rules without comments.
/// `version`: the file's format, 3 or later. Before format 5 the number words, the fillers and the names of
/// categories are left out.
std::string write_rules(const Rules& rules, std::uint32_t version = format_version);

/// `section`: from the file, may be hostile, without its padding. `version`: the file's format. Uses the tables
/// compiled into this program for those that the format lacks: formats 3 and 4 lack the number words, the fillers and
/// the names of categories, older formats have only the suffix list. A file of format 5 may lack the names of
/// categories.
Result<Rules> read_rules(std::string_view section, std::uint32_t version);

}  // namespace bizrec::format
