#pragma once

#include <cstdint>

#include "bizrec/enrich/top_rows.hpp"
#include "bizrec/postings/postings.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// Offers to `top` the `limit` documents of `list` inside `ranges` that come first by quality descending, docid
/// ascending (maybe some more), as rows of the score `row.score` + quality with the flags of `row`.
/// Uses the list's ready-made best documents as far as they go. Gives up where `visited` reaches `end`.
void offer_best(const store::Generation& generation, const Postings& list, const place::Ranges& ranges,
                std::uint32_t limit, const EnrichRow& row, TopRows& top, std::uint64_t& visited, std::uint64_t end);

}  // namespace bizrec::search
