#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/query/search.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::builder {

/// Whether a record is in an answer, and a sentence that says at which rank, or why not.
struct Reason {
    bool is_in_answer = false;
    std::string sentence;
};

/// Of a search. Ranks all that match it, which takes memory for a row each.
Reason why_found(const store::Generation& generation, const search::SearchQuery& query, std::uint32_t docid);

}  // namespace bizrec::builder
