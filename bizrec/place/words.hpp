#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bizrec::place {

/// The words of folded text (text::fold): runs of letters, marks and numbers; apostrophes and hyphens part words.
/// Views into `folded`; `out` is overwritten.
void split_words(std::string_view folded, std::vector<std::string_view>& out);

/// Buffers of a thread for the folding of names; they keep their capacity between calls.
struct NameScratch {
    std::string folded;
    std::string joined;
    std::vector<std::string_view> words;
};
NameScratch& name_scratch();

}  // namespace bizrec::place
