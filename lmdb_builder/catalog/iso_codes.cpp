#include "lmdb_builder/catalog/iso_codes.hpp"

#include <simdjson.h>

#include <algorithm>
#include <string_view>

namespace bizrec::builder {
namespace {

Error unusable(const std::string& path, const std::string& reason) {
    return {path + ": " + reason + " (the file comes with Debian's package iso-codes)"};
}

/// The member as text; "" if it is missing or not a string.
std::string text_of(const simdjson::dom::element& entry, std::string_view member) {
    std::string_view text;
    return entry[member].get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

/// Passes every element of the array `member` of the file's top-level object to `take`, which returns whether it is
/// valid.
template <class Take>
Status for_each_entry(const std::string& path, std::string_view member, Take take) {
    simdjson::dom::parser parser;
    simdjson::dom::element document;
    if (const auto error = parser.load(path).get(document)) {
        return unusable(path, simdjson::error_message(error));
    }
    simdjson::dom::array entries;
    if (document[member].get(entries) != simdjson::SUCCESS) {
        return unusable(path, "no list \"" + std::string(member) + "\" in it");
    }
    std::size_t number = 0;
    for (const simdjson::dom::element entry : entries) {
        ++number;
        if (!take(entry)) {
            return unusable(path, "entry " + std::to_string(number) + " lacks a code or a name");
        }
    }
    if (number == 0) {
        return unusable(path, "the list is empty");
    }
    return ok();
}

bool is_subdivision_code(const std::string& code) {
    return code.size() >= 4 && code[2] == '-';
}

/// The parent's code with the country. iso-codes has some parents with the country ("GB-ENG"), others without ("VC").
std::string full_parent(const IsoSubdivision& child) {
    if (child.parent.empty() || child.parent.find('-') != std::string::npos) {
        return child.parent;
    }
    return child.alpha2() + "-" + child.parent;
}

}  // namespace

Result<std::vector<IsoCountry>> read_countries(const std::string& iso_codes_dir) {
    std::vector<IsoCountry> countries;
    const Status read = for_each_entry(iso_codes_dir + "/iso_3166-1.json", "3166-1", [&](const auto& entry) {
        IsoCountry country{text_of(entry, "alpha_2"), text_of(entry, "alpha_3"), text_of(entry, "name"),
                           text_of(entry, "official_name"), text_of(entry, "common_name")};
        const bool sound = country.alpha2.size() == 2 && country.alpha3.size() == 3 && !country.name.empty();
        countries.push_back(std::move(country));
        return sound;
    });
    if (!read) {
        return read.error();
    }
    return countries;
}

Result<std::vector<IsoSubdivision>> read_subdivisions(const std::string& iso_codes_dir) {
    std::vector<IsoSubdivision> subdivisions;
    const Status read = for_each_entry(iso_codes_dir + "/iso_3166-2.json", "3166-2", [&](const auto& entry) {
        IsoSubdivision subdivision{text_of(entry, "code"), text_of(entry, "name"), text_of(entry, "parent")};
        const bool sound = is_subdivision_code(subdivision.code) && !subdivision.name.empty();
        if (sound) {
            subdivision.parent = full_parent(subdivision);
        }
        subdivisions.push_back(std::move(subdivision));
        return sound;
    });
    if (!read) {
        return read.error();
    }
    const auto by_code = [](const IsoSubdivision& a, const IsoSubdivision& b) { return a.code < b.code; };
    if (!std::is_sorted(subdivisions.begin(), subdivisions.end(), by_code)) {
        std::sort(subdivisions.begin(), subdivisions.end(), by_code);
    }
    return subdivisions;
}

}  // namespace bizrec::builder
