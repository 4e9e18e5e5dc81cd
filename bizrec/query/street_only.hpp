#pragma once

#include "bizrec/format/impact.hpp"
#include "bizrec/format/term_lists.hpp"
#include "bizrec/rank/hit_test.hpp"

namespace bizrec::search {

/// A record counts this many times if it has a word of a reading only in its street, and the word is not from
/// a known name. Users look for names: without this,
/// "lowes dallas" is read as "love dallas" because of a shop at Love Field.
inline constexpr double street_only_share = 1.0 / 16;

/// The records that have the word only in their street, or only in a long description.
inline WeightedSet only_in_street(const format::TermLists& word) noexcept {
    return {&word, street_only_share, 0, format::street_impact(word.idf_sixteenths)};
}

}  // namespace bizrec::search
