#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bizrec::api {

/// Adds to `names`, fit for a header, what a search's text writes as other search engines write operators: "-word",
/// "+word", "word*", a phrase in double quotes, and AND, OR, NOT, "|", "&&" between words. A search reads their words.
/// True where the text names several things: with OR or "|" between words.
bool note_operator_words(std::string_view text, std::vector<std::string>& names);

}  // namespace bizrec::api
