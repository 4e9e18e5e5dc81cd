#pragma once

#include <string>
#include <vector>

#include "bizrec/query/query_decoder.hpp"

namespace bizrec::search {

/// How a request was decoded, one line each for a person: the likeliest reading with the cost of each word and how many
/// records hold it, the next reading, and the score that chance would reach.
std::vector<std::string> tell_decoding(const QueryDecoder& decoder);

}  // namespace bizrec::search
