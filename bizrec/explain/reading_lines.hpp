#pragma once

#include <string>
#include <vector>

#include "bizrec/decoder/query_decoder.hpp"
#include "bizrec/query/search.hpp"

namespace bizrec::search {

/// Returns in plain words how the request was read.
std::string reading_text(const SearchResult& result);

/// How a request was decoded, one line each for a person: the likeliest reading with the cost of each word and the
/// number of records that it finds, the next reading, and the score of the null reading.
std::vector<std::string> decoding_lines(const QueryDecoder& decoder);

}  // namespace bizrec::search
