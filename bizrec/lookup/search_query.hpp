#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/lookup/root_domain.hpp"
#include "bizrec/rank/row_test.hpp"
#include "bizrec/where/location.hpp"
#include "bizrec/where/page_cursor.hpp"

namespace bizrec::search {

/// A validated search request (docs/api.md). Texts are valid UTF-8 as the client sent them, trimmed. "" and empty
/// vectors mean not given.
struct SearchQuery : PageCursor {
    std::string query;
    std::string store_name;
    std::vector<std::string> tags;
    std::vector<std::string> include_keywords, exclude_keywords;
    std::vector<RootDomain> excluded_domains;  ///< sorted, each once
    bool by_included_domains = false;          ///< only records of included_domains match; none if that is empty
    std::vector<RootDomain> included_domains;  ///< sorted, each once
    std::vector<LocationFilter> locations;     ///< a row is in at least one of them; empty: anywhere
    ColumnBounds bounds;
    std::uint32_t limit = 50;
    bool estimate_total = false;
    /// A text has "OR" between words: the client wants records with any of them. So Reading::most_words is not used.
    bool names_several = false;
    bool as_typed = false;  ///< search only for all words as typed; if no record has them, there are no rows
};

}  // namespace bizrec::search
