#pragma once

#include <cstdint>

namespace bizrec::search {

struct EnrichRow {
    std::uint32_t docid = 0;
    std::uint32_t score = 0;  ///< see enrich/enrich_score.hpp; below 2^18, and never 0 in a result
    bool by_website = false;  ///< the website's key matched; shown in match_highlights
    bool by_profile = false;  ///< the profile's key matched
};

/// The order of rows: score descending, then docid ascending. A total order over rows of different documents.
inline bool comes_before(const EnrichRow& a, const EnrichRow& b) noexcept {
    return a.score != b.score ? a.score > b.score : a.docid < b.docid;
}

}  // namespace bizrec::search
