#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace bizrec::search {

/// Texts of the record that is being explained, for a person.
struct RecordTexts {
    std::function<std::string(std::string_view word)> origin;  ///< the field that has the word: "in business_name"
    std::function<std::string()> city;                         ///< as written; "": the record states none
    std::function<std::string()> inferred_place;               ///< `country "DE"`; "" if unknown
};

}  // namespace bizrec::search
