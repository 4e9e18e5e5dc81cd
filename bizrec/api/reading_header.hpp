#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/query/reading.hpp"

namespace bizrec::api {

inline constexpr std::size_t searched_bytes_at_most = 1024;  ///< of the words in X-Query-Reading

/// The value of X-Query-Reading (decisions.md section 7): `all_words`, or how the words were read instead and the words
/// that were searched for, as in `corrected;searched="golden anchor"`. Bytes that a quoted string of a header cannot
/// hold (RFC 9110 section 5.6.4), those beyond ASCII and the percent sign are percent-encoded. Words that have no room
/// are left out. Overwrites `out`.
void write_reading(search::Reading reading, const std::vector<std::string_view>& words, std::string& out);

}  // namespace bizrec::api
