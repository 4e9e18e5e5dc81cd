#pragma once

#include <cstdint>

#include "bizrec/search/enrich_scratch.hpp"

namespace bizrec::search {

/// An upper bound of the steps of Enrichment::run() over what is looked up: from the lengths of lists and ranges, with
/// some hundred seeks at most.
std::uint64_t enrich_work(const EnrichScratch& looked_up, std::uint32_t limit);

}  // namespace bizrec::search
