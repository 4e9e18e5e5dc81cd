#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/columns.hpp"
#include "bizrec/format/layout.hpp"
#include "bizrec/place/position.hpp"

namespace bizrec::builder {

struct ProfileLink {
    std::string platform;  ///< as the record names it; "" if it names none
    std::string value;     ///< URL or handle as typed
};

/// One business record after reading and checks. Strings are as typed (valid UTF-8), "" if missing. The base class
/// holds its numbers and times. In `flags`, has_website means that a website or root_domain is given; `quality` is
/// quality_of(), which quality_on_domain() may raise.
struct Record : format::ColumnValues {
    format::Uuid id{};
    bool has_brand = false;
    format::Uuid brand{};
    std::string name;                      ///< business_name, else store_name, else brand_name
    std::vector<std::string> names;        ///< the values of business_name, store_name and brand_name
    std::vector<std::string> other_names;  ///< alternate, former and official names, and those in other languages
    std::string trades;                    ///< the business_categories that fit into 256 bytes, one per line
    std::vector<std::string> labels;       ///< business_categories, then tags
    std::vector<std::string> texts;  ///< business_type, …_specialty, …_keywords, product_services_offered, descriptions
    std::string website;
    std::string root_domain;
    std::vector<std::string> websites;  ///< further websites
    std::vector<ProfileLink> profiles;
    std::string place_id;
    std::vector<std::string> phones;  ///< as typed
    std::string country;              ///< alpha-2, "" if missing
    std::string state;
    std::string city;
    std::string street;  ///< with the house number
    std::string postal_code;
    place::Position position;
    std::string json;  ///< the record, minified; RecordParser may rewrite it to canonical content
};

/// Why a record is refused.
struct RejectReason {
    std::string field;   ///< "latitude"; "" if the whole line is invalid
    std::string code;    ///< stable word for counting: "invalid_json", "missing_id", "wrong_type", "out_of_range", …
    std::string detail;  ///< for a person: what was expected and what was given (cut to 80 characters)
};

}  // namespace bizrec::builder
