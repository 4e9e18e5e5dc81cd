#pragma once

#include <vector>

#include "bench/search/request.hpp"
#include "bench/search/timing.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::bench {

/// Times of the requests of one class, warm, on this thread.
struct ClassTimes {
    Percentiles words_to_rows;  ///< the part that is compared with Lucene (WordSearch)
    Percentiles search;         ///< search::Search: analysis, readings and places too
    Percentiles endpoint;       ///< api::SearchEndpoint: from the bytes of a body to those of the answer
};

/// `requests`: of one class. If they have any_word, only words_to_rows is measured, because no request body can ask for
/// records with any of its words.
ClassTimes time_class(const store::Generation& generation, const std::vector<Request>& requests);

/// The number of hits of each request.
std::vector<std::uint64_t> count_hits(const store::Generation& generation, const std::vector<Request>& requests);

/// The body with which a client makes the same request, without a cursor.
std::string body_of(const Request& request);

}  // namespace bizrec::bench
