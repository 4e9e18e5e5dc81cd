#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/query/search.hpp"

namespace bizrec::api {

inline constexpr std::size_t max_searched_bytes = 1024;  ///< of the words in X-Query-Reading

/// The value of X-Query-Reading (decisions.md section 7): `all_words`, or how the words were read instead and the words
/// that were searched for, as in `decoded;searched="golden anchor"`. Bytes that a quoted string of a header cannot
/// hold (RFC 9110 section 5.6.4), those beyond ASCII and the percent sign are percent-encoded. Words that have no room
/// are left out. Overwrites `out`.
/// Of a circle about a place that the query names, `;radius=` in metres follows.
void write_reading(const search::SearchResult& result, const std::vector<std::string_view>& words, std::string& out);

/// The value of X-Query-Also: the words of another reading that is nearly as likely, `"golden anchor"`; "" for none.
void write_other_reading(const std::vector<std::string_view>& words, std::string& out);

}  // namespace bizrec::api
