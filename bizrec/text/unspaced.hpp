#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace bizrec::text {

/// Whether the letter is of a script without spaces between words, or with spaces that writers use differently: Han,
/// kana, Bopomofo, Hangul, Thai, Lao, Myanmar, Khmer. `letter` must be a letter by Unicode's general category.
bool is_unspaced_letter(char32_t letter) noexcept;

/// Splits a run of such letters into units: a letter with the marks on it. Overwrites `ends` with the byte offset at
/// which each unit ends.
void split_units(std::string_view run, std::vector<std::uint32_t>& ends);

}  // namespace bizrec::text
