#pragma once

#include <cstdint>
#include <string>

#include "bizrec/enrich/identity_lookup.hpp"
#include "bizrec/enrich/top_rows.hpp"
#include "bizrec/where/place_filter.hpp"
#include "bizrec/where/place_resolver.hpp"

namespace bizrec::search {

/// The results of prepare_enrich() for run_enrich(). The memory is reused from request to request, so that a warm
/// server allocates nothing.
struct EnrichScratch {
    std::string key;
    InputMatch by_website, by_profile;
    bool same_documents = false;  ///< both inputs are given and name the same documents
    PlaceResolver resolver;
    PlaceFilter places;
    TopRows top;

    /// The number of documents that the inputs name. A document that both name counts twice.
    std::uint64_t documents_named() const noexcept {
        return (by_website.empty() ? 0 : std::uint64_t{by_website.all().count}) +
               (by_profile.empty() ? 0 : std::uint64_t{by_profile.all().count});
    }
};

}  // namespace bizrec::search
