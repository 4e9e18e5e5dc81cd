#pragma once

#include <string>
#include <vector>

#include "bizrec/query/query_decoder.hpp"

namespace bizrec::search {

/// How a request was decoded, one line each for a person: the likeliest reading with the cost of each word and the
/// number of records that it finds, the next reading, and the score of the null reading.
std::vector<std::string> tell_decoding(const QueryDecoder& decoder);

}  // namespace bizrec::search
