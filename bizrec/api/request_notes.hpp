#pragma once

#include <string>
#include <vector>

namespace bizrec::api {

/// What a request's parser tells other than the query.
struct RequestNotes {
    std::vector<std::string> ignored_fields;    ///< "frobnicate", "location.lon": first 10, each once, fit for a header
    std::vector<std::string> applied_defaults;  ///< "location[0].country=US": first 10
    std::vector<std::string> ignored_words;     ///< of a search: "-word", "OR": first 10, each once, fit for a header
    std::string identity_note;  ///< of the first of exclude_root_domains that names no business; else ""
};

}  // namespace bizrec::api
