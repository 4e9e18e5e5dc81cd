#pragma once

#include <cstdint>

#include "bizrec/enrich/enrich_scratch.hpp"

namespace bizrec::search {

struct PageSize {
    std::uint32_t limit = 0;  ///< rows
    bool is_first = true;     ///< no cursor
};

/// An upper bound of the steps of Enrichment::run() over what is looked up: from the number of documents; where that is
/// not below `enough`, from the lengths of lists and ranges; and then with some hundred seeks at most.
std::uint64_t enrich_work(const EnrichScratch& looked_up, const PageSize& page, std::uint64_t enough);

}  // namespace bizrec::search
