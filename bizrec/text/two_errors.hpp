#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace bizrec::text {

/// In code points. A shorter word is too short to be recognised with two errors.
inline constexpr std::size_t min_with_two_errors = 5;
/// In code points. In a longer word, two replaced letters are not found: their forms would be most of its keys.
inline constexpr std::size_t max_with_two_replaced = 14;

/// Overwrites `out` with keys. Each word that is two errors away from `typed` has one of these keys among its
/// deletion_keys(). An error is a letter added, left out or replaced, or two swapped neighbours. Letters that were left
/// out or replaced are found for words in Latin, Greek or Cyrillic letters; of other scripts, only words from which a
/// letter was added or swapped. Digits are never added, left out or replaced. A key may come twice. Other words may
/// have a key, too.
///
/// One error of each pair is undone on the side of the word, which has a key for each form with a letter left out. The
/// other error is undone here. So the number of keys does not depend on the vocabulary: some 1,200 for a word of eight
/// letters. Gives no keys for words of less than min_with_two_errors or more than max_word code points.
void two_error_keys(std::string_view typed, std::vector<std::uint64_t>& out);

}  // namespace bizrec::text
