#include "bench/generator/brands.hpp"

#include <simdjson.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "bench/generator/packed_file.hpp"

namespace bizrec::generator {
namespace {

/// Categories of the brand list that are stores. If a brand has several of them, the first one here is its main kind:
/// Costco is a wholesaler that also sells fuel and glasses.
constexpr std::string_view kinds[] = {"supermarket",
                                      "wholesale",
                                      "department store",
                                      "fast food",
                                      "restaurant",
                                      "cafe",
                                      "doityourself",
                                      "furniture",
                                      "electronics",
                                      "convenience",
                                      "clothes",
                                      "shoes",
                                      "sports",
                                      "books",
                                      "toys",
                                      "pet",
                                      "chemist",
                                      "pharmacy",
                                      "cosmetics",
                                      "jewelry",
                                      "optician",
                                      "bakery",
                                      "ice cream",
                                      "confectionery",
                                      "variety store",
                                      "mobile phone",
                                      "hotel",
                                      "motel",
                                      "fitness centre",
                                      "cinema",
                                      "car",
                                      "car parts",
                                      "car rental",
                                      "fuel",
                                      "houseware",
                                      "bed",
                                      "video games",
                                      "hairdresser",
                                      "alcohol",
                                      "pub",
                                      "bag",
                                      "perfumery",
                                      "storage rental",
                                      "paint",
                                      "craft",
                                      "computer"};

std::size_t kind_rank(const BrandEntry& entry) noexcept {
    const std::string_view kind = entry.categories.empty() ? std::string_view() : entry.categories.front();
    return static_cast<std::size_t>(std::find(std::begin(kinds), std::end(kinds), kind) - std::begin(kinds));
}

/// True if all characters are below U+0280, the first one whose UTF-8 begins with a byte above 0xC9. Latin letters with
/// marks end before, at U+024F.
bool is_latin(std::string_view name) noexcept {
    return std::all_of(name.begin(), name.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0xCA;
    });
}

/// The country of a national domain; "" for other domains. A brand with such a domain and no country gets this country.
std::string domain_country(std::string_view domain) {
    const std::string_view top = domain.substr(domain.rfind('.') + 1);
    constexpr std::string_view used_by_all[] = {"co", "io", "me", "tv", "eu", "cc", "ai"};
    if (top.size() != 2 || std::find(std::begin(used_by_all), std::end(used_by_all), top) != std::end(used_by_all)) {
        return "";
    }
    if (top == "uk") {
        return "GB";
    }
    return {static_cast<char>(top[0] - 'a' + 'A'), static_cast<char>(top[1] - 'a' + 'A')};
}

std::string text_of(simdjson::dom::object object, std::string_view name) {
    std::string_view value;
    return object[name].get_string().get(value) == simdjson::SUCCESS ? std::string(value) : std::string();
}

BrandEntry read_entry(simdjson::dom::object record) {
    BrandEntry entry;
    entry.country = text_of(record, "country");
    entry.name = text_of(record, "business_name");
    entry.root_domain = text_of(record, "root_domain");
    entry.website = text_of(record, "website_url");
    simdjson::dom::array categories;
    if (record["business_categories"].get_array().get(categories) == simdjson::SUCCESS) {
        for (const simdjson::dom::element category : categories) {
            entry.categories.emplace_back(category.get_string().value_unsafe());
        }
    }
    simdjson::dom::array links;
    if (record["social_media_links"].get_array().get(links) == simdjson::SUCCESS) {
        for (const simdjson::dom::element link : links) {
            simdjson::dom::object members;
            if (link.get_object().get(members) == simdjson::SUCCESS) {
                entry.links.push_back({text_of(members, "platform"), text_of(members, "url")});
            }
        }
    }
    if (record["num_stores"].get_uint64().get(entry.brand_entries) != simdjson::SUCCESS) {
        entry.brand_entries = 1;
    }
    if (entry.country.empty()) {
        entry.country = domain_country(entry.root_domain);
    }
    return entry;
}

Result<std::map<std::string, Brand>> read_brands(const std::string& path) {
    const auto lines = read_lines(path);
    if (!lines) {
        return lines.error();
    }
    std::map<std::string, Brand> brands;
    simdjson::dom::parser parser;
    for (std::size_t i = 0; i < lines.value().size(); ++i) {
        simdjson::dom::object record;
        if (parser.parse(lines.value()[i]).get_object().get(record) != simdjson::SUCCESS) {
            return Error{path + ":" + std::to_string(i + 1) + ": expected a JSON object"};
        }
        const std::string id = text_of(record, "brand_id");
        BrandEntry entry = read_entry(record);
        // A brand without a country appears in every country, so its name must be in Latin letters.
        const bool usable = !entry.root_domain.empty() && kind_rank(entry) < std::size(kinds) &&
                            (is_latin(entry.name) || !entry.country.empty());
        if (!id.empty() && usable) {
            brands[id].id = id;
            brands[id].entries.push_back(std::move(entry));
        }
    }
    return brands;
}

/// Removes all entries that are not of the brand's main kind, and moves the entry for the whole world to the front.
void keep_main_kind(Brand& brand) {
    const auto& main =
        *std::min_element(brand.entries.begin(), brand.entries.end(),
                          [](const BrandEntry& a, const BrandEntry& b) { return kind_rank(a) < kind_rank(b); });
    const std::size_t rank = kind_rank(main);
    brand.entries.erase(std::remove_if(brand.entries.begin(), brand.entries.end(),
                                       [&](const BrandEntry& entry) { return kind_rank(entry) != rank; }),
                        brand.entries.end());
    std::stable_partition(brand.entries.begin(), brand.entries.end(),
                          [](const BrandEntry& entry) { return entry.country.empty(); });
}

std::uint64_t fame(const Brand& brand) noexcept {
    std::uint64_t links = 0;
    std::uint64_t entries = 0;
    for (const auto& entry : brand.entries) {
        links = std::max<std::uint64_t>(links, entry.links.size());
        entries = std::max(entries, entry.brand_entries);
    }
    return 3 * links + entries;
}

bool in_the_west_or_japan(const Brand& brand) noexcept {
    return brand.entry_for("US") != nullptr || brand.entry_for("GB") != nullptr || brand.entry_for("CA") != nullptr ||
           brand.entry_for("DE") != nullptr || brand.entry_for("FR") != nullptr || brand.entry_for("JP") != nullptr ||
           brand.entry_for("AU") != nullptr;
}

}  // namespace

const BrandEntry* Brand::entry_for(const std::string& country) const noexcept {
    const BrandEntry* world = nullptr;
    for (const auto& entry : entries) {
        if (entry.country == country) {
            return &entry;
        }
        if (entry.country.empty() && world == nullptr) {
            world = &entry;
        }
    }
    return world;
}

Result<std::vector<Brand>> choose_brands(const std::string& path, std::size_t count) {
    auto read = read_brands(path);
    if (!read) {
        return read.error();
    }
    std::vector<Brand> brands;
    for (auto& [id, brand] : read.value()) {
        keep_main_kind(brand);
        if (in_the_west_or_japan(brand)) {
            brands.push_back(std::move(brand));
        }
    }
    // Ties keep the order of the map, which is by id.
    std::stable_sort(brands.begin(), brands.end(), [](const Brand& a, const Brand& b) { return fame(a) > fame(b); });
    brands.resize(std::min(brands.size(), count));
    return brands;
}

}  // namespace bizrec::generator
