#pragma once

#include <cstdint>

#include "bizrec/enrich/top_rows.hpp"
#include "bizrec/postings/postings.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// Offers to `top` the best `limit` documents of `list` inside `ranges`, by quality descending, then docid ascending;
/// maybe some more. Each row has the score `row.score` + quality, and the flags of `row`. Uses the list's stored best
/// documents as far as they suffice. Gives up if `visited` reaches `end`.
void offer_best(const store::Generation& generation, const Postings& list, const place::Ranges& ranges,
                std::uint32_t limit, const EnrichRow& row, TopRows& top, std::uint64_t& visited, std::uint64_t end);

}  // namespace bizrec::search
