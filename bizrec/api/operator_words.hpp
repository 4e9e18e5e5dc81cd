#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bizrec::api {

/// Adds to `names`, encoded for a header, the parts of a search's text that are operators in other search engines:
/// "-word", "+word", "word*", a phrase in double quotes, and AND, OR, NOT, "|", "&&" between words. A search reads them
/// as words. Returns true if the text names alternatives, with OR or "|" between words.
bool note_operator_words(std::string_view text, std::vector<std::string>& names);

}  // namespace bizrec::api
