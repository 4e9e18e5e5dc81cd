#pragma once

#include <vector>

#include "bench/search/request.hpp"
#include "bench/search/timing.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::bench {

/// What the requests of one class cost, warm, on this thread.
struct ClassTimes {
    Percentiles words_to_rows;  ///< what the peer is compared with (WordSearch)
    Percentiles search;         ///< search::Search: analysis, readings and places too
    Percentiles endpoint;       ///< api::SearchEndpoint: from the bytes of a body to those of the answer
};

/// `requests`: of one class. A class of any_word has the first alone: a body cannot ask for it.
ClassTimes time_class(const store::Generation& generation, const std::vector<Request>& requests);

/// Hits of each request.
std::vector<std::uint64_t> count_hits(const store::Generation& generation, const std::vector<Request>& requests);

/// The body by which a client asks the same, without a cursor.
std::string body_of(const Request& request);

}  // namespace bizrec::bench
