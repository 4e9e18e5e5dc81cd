#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bizrec::text {

/// Folds text for comparison: NFKC, full case folding, marks stripped from Latin, Greek and Cyrillic letters only
/// (they carry meaning elsewhere), stroke letters and ligatures (ł ø đ æ œ …) to their plain forms. Words and
/// punctuation stay; spacing acutes are apostrophes. Idempotent. Input that is no UTF-8 is folded with U+FFFD in place
/// of the broken bytes. `out` is overwritten; its capacity is reused. ASCII takes a fast path that allocates nothing.
void fold(std::string_view utf8, std::string& out);

/// Bytes that fold() adds for the ligatures of whole Arabic phrases, more or less: one of three bytes becomes some 33.
/// Nothing else that people type grows by much.
std::size_t growth_of_ligatures(std::string_view utf8) noexcept;

/// fold(), then everything that is neither letter, mark nor number is dropped: "St. John's" -> "stjohns".
void fold_letters(std::string_view utf8, std::string& out);

}  // namespace bizrec::text
