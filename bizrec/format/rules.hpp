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

/// The `rules` section: the tables by which an index was built. Requests to it are read by the same ones, so that a
/// server needs no release for a new link pattern.
namespace bizrec::format {

struct Rules {
    identity::SuffixList suffixes;
    identity::LinkRules links;
    text::WordForms words;
    text::NumberWords numbers;
    text::Fillers fillers;
};

/// `[suffixes]` and SuffixList::serialise(), then each table as `[name]` and its rules without comments. Of format 3
/// on: files of `version` have no table that is younger.
std::string write_rules(const Rules& rules, std::uint32_t version = format_version);

/// `section`: from the file, maybe hostile, without its padding; `version`: the file's format. In format 2 it is the
/// suffix list alone: all else was compiled in, and is what this program has compiled in. So are the number words
/// and fillers of files before format 5.
Result<Rules> read_rules(std::string_view section, std::uint32_t version);

}  // namespace bizrec::format
