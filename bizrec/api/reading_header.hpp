#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/query/search.hpp"

namespace bizrec::api {

inline constexpr std::size_t max_searched_bytes = 1024;  ///< maximum bytes of the words in X-Query-Reading

/// Writes the value of X-Query-Reading (docs/api.md, "How the words were read"): `all_words`, or how the words were
/// read instead and the words searched for, as in `decoded;searched="golden anchor"`. Bytes that a quoted string of a
/// header cannot hold (RFC 9110 section 5.6.4), bytes beyond ASCII and the percent sign are percent-encoded. Words
/// beyond max_searched_bytes are left out. If the search used a circle around a place in the query, `;radius=` in
/// metres follows. Overwrites `out`.
void write_reading(const search::SearchResult& result, const std::vector<std::string_view>& words, std::string& out);

/// Writes the value of X-Query-Also: the words of another reading that is nearly as likely, `"golden anchor"`; "" for
/// none.
void write_other_reading(const std::vector<std::string_view>& words, std::string& out);

}  // namespace bizrec::api
