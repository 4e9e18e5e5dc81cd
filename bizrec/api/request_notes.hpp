#pragma once

#include <string>
#include <vector>

namespace bizrec::api {

/// Facts that a request's parser reports in addition to the query.
struct RequestNotes {
    std::vector<std::string> ignored_fields;    ///< "frobnicate", "location.lon": first 10, no duplicates, encoded
    std::vector<std::string> applied_defaults;  ///< "location[0].country=US": first 10
    std::vector<std::string> ignored_words;     ///< of a search: "-word", "OR": first 10, no duplicates, encoded
    std::string identity_note;  ///< of a search: for the first root domain that names no business; "" if there is none
};

}  // namespace bizrec::api
