#pragma once

#include <string>
#include <vector>

#include "bizrec/query/query_decoder.hpp"

namespace bizrec::search {

/// How a request was decoded, a line for a person each: the likeliest reading with what each of its words cost and how
/// many records hold them, the next one, and what chance would explain.
std::vector<std::string> tell_decoding(const QueryDecoder& decoder);

}  // namespace bizrec::search
