#include "bizrec/api/record_place.hpp"

#include "bizrec/api/searched_texts.hpp"
#include "bizrec/format/place_entry.hpp"
#include "bizrec/place/folded_names.hpp"

namespace bizrec::api {

bool stands_in(const store::Generation& generation, const std::string& key, std::uint32_t docid) {
    format::KeyEntry entry;
    if (!generation.places().find(key, entry)) {
        return false;
    }
    for (std::uint32_t i = 0; i + 1 < entry.length; i += 2) {
        if (entry.values[i] <= docid && docid < entry.values[i + 1]) {
            return true;
        }
    }
    return false;
}

std::string city_of_record(const store::Generation& generation, std::uint32_t docid) {
    std::string row;
    SearchedTexts texts;
    if (generation.append_row_head(docid, row) &&
        texts.read(std::string_view(row).substr(format::row_content_offset))) {
        for (const SearchedText& each : texts.of_kind(SearchedTexts::place)) {
            if (each.field == "city") {
                return std::string(each.text);
            }
        }
    }
    return {};
}

namespace {

/// Number of documents before a record, and after it, whose cities are tried. A record with an inferred city is usually
/// among records of that city, because documents are ordered by place.
constexpr std::uint32_t neighbours = 16;

std::string country_of(const store::Generation& generation, std::uint32_t docid) {
    std::string key;
    for (std::string alpha2 = "AA"; alpha2[0] <= 'Z'; ++alpha2[0]) {
        for (alpha2[1] = 'A'; alpha2[1] <= 'Z'; ++alpha2[1]) {
            format::country_key(alpha2, key);
            if (stands_in(generation, key, docid)) {
                return alpha2;
            }
        }
    }
    return {};
}

/// Returns the city under which the index finds the document. Tries the cities of nearby records, because the index
/// does not hold the names of cities, only the documents of each name.
std::string city_of(const store::Generation& generation, const std::string& country, std::uint32_t docid) {
    std::string folded, key;
    for (std::uint32_t step = 1; step <= neighbours; ++step) {
        for (const std::uint32_t other : {docid - step, docid + step}) {  // a number below 0 wraps and is skipped
            if (other >= generation.documents()) {
                continue;
            }
            std::string city = city_of_record(generation, other);
            place::fold_city(city, folded);
            format::city_key(country, folded, key);
            if (!folded.empty() && stands_in(generation, key, docid)) {
                return city;
            }
        }
    }
    return {};
}

}  // namespace

std::string inferred_place(const store::Generation& generation, std::uint32_t docid) {
    const std::string country = country_of(generation, docid);
    if (country.empty()) {
        return {};
    }
    const bool has_own_city = !city_of_record(generation, docid).empty();
    std::string city = has_own_city ? std::string() : city_of(generation, country, docid);
    return (city.empty() ? "" : "city \"" + city + "\", ") + "country \"" + country + '"';
}

}  // namespace bizrec::api
