#pragma once

#include <cstdint>

#include "bizrec/enrich/top_rows.hpp"
#include "bizrec/postings/postings.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// Offers to `top` the `limit` best documents of `list` inside `ranges`: the highest quality first, then the lowest
/// docid. May offer some more. Their rows have the flags of `row` and the score `row.score` + quality. Reads the best
/// documents that are stored with the list. Reads the list itself if it has no such documents, if they do not suffice,
/// or if at most 2 * format::best_documents of its documents are inside. Returns early if `visited` reaches `end`; the
/// result is then incomplete.
void offer_best(const store::Generation& generation, const Postings& list, const place::Ranges& ranges,
                std::uint32_t limit, const EnrichRow& row, TopRows& top, std::uint64_t& visited, std::uint64_t end);

}  // namespace bizrec::search
