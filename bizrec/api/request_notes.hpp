#pragma once

#include <string>
#include <vector>

namespace bizrec::api {

/// Facts that a request's parser reports in addition to the query.
struct RequestNotes {
    std::vector<std::string> ignored_fields;    ///< the first 10, no duplicates, encoded: "frobnicate", "location.lon"
    std::vector<std::string> applied_defaults;  ///< the first 10: "location[0].country=US"
    std::vector<std::string> ignored_words;     ///< of a search: the first 10, no duplicates, encoded: "-word", "OR"
    std::string identity_note;  ///< of a search: for the first root domain that names no business; "" if there is none
};

}  // namespace bizrec::api
