#pragma once

#include <string>

#include "bizrec/search/identity_lookup.hpp"
#include "bizrec/search/place_filter.hpp"
#include "bizrec/search/place_resolver.hpp"
#include "bizrec/search/top_rows.hpp"

namespace bizrec::search {

/// What prepare_enrich() leaves to run_enrich(), in memory that one request leaves to the next, so that a warm server
/// allocates nothing.
struct EnrichScratch {
    std::string key;
    InputMatch by_website, by_profile;
    bool same_documents = false;  ///< both inputs are given and name the same ones
    PlaceResolver resolver;
    PlaceFilter places;
    TopRows top;
};

}  // namespace bizrec::search
