#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bizrec::text {

/// Folds text for comparison: NFKC, full case folding, and plain forms for stroke letters and ligatures (ł ø đ æ œ …).
/// Strips marks only from Latin, Greek and Cyrillic letters, because in other scripts they carry meaning. Spaces and
/// punctuation stay. Spacing accents that look like apostrophes become apostrophes. Idempotent. In invalid UTF-8,
/// U+FFFD replaces the broken bytes. Overwrites `out` and reuses its capacity. ASCII takes a fast path that allocates
/// nothing. If ICU's data are missing, only ASCII letters are folded.
void fold(std::string_view utf8, std::string& out);

/// The approximate number of bytes that fold() adds for ligatures of whole Arabic phrases: three bytes become about 33.
/// No other common text grows much.
std::size_t growth_of_ligatures(std::string_view utf8) noexcept;

/// fold(), then drops all characters that are not letters, marks or numbers: "St. John's" -> "stjohns".
void fold_letters(std::string_view utf8, std::string& out);

}  // namespace bizrec::text
