#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/enrich/enrich.hpp"
#include "bizrec/query/search.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::builder {

/// Whether a record is in an answer, and a sentence with its rank or the reason.
struct Reason {
    bool is_in_answer = false;
    std::string sentence;
};

/// Whether the record is in the answer to a search, and why. Ranks all matching records; memory: a row each.
Reason why_found(const store::Generation& generation, const search::SearchQuery& query, std::uint32_t docid);

/// Whether the record is in the answer to an enrichment, and why.
Reason why_enriched(const store::Generation& generation, const search::EnrichQuery& query, std::uint32_t docid);

}  // namespace bizrec::builder
