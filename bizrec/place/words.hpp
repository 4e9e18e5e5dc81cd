#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bizrec::place {

/// The words of folded text (text::fold): runs of letters, marks and numbers. Apostrophes and hyphens separate words.
/// Overwrites `out` with views into `folded`.
void split_words(std::string_view folded, std::vector<std::string_view>& out);

/// Buffers of one thread for folding names. They keep their capacity between calls.
struct NameScratch {
    std::string folded;
    std::string joined;
    std::vector<std::string_view> words;
};
NameScratch& name_scratch();

}  // namespace bizrec::place
