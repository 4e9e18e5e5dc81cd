#pragma once

#include <string>
#include <vector>

#include "bizrec/search/location.hpp"
#include "bizrec/search/place_filter.hpp"
#include "bizrec/search/top_rows.hpp"

namespace bizrec::search {

/// Memory of enrich() that one request leaves to the next, so that a warm server allocates nothing.
struct EnrichScratch {
    std::string key;
    std::vector<ResolvedLocation> locations;
    PlaceFilter places;
    TopRows top;
};

}  // namespace bizrec::search
