#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/generator/brands.hpp"

namespace bizrec::generator {

/// A generated store with the fields of docs/records.md. "" and negative numbers mean "not given".
struct Store {
    std::string id;
    std::string brand_id;
    std::string name;
    std::string brand_name;
    std::string root_domain;
    std::string website;
    std::string street_address;
    std::string city;
    std::string state;
    std::string postal_code;
    std::string country;
    std::int32_t latitude_micro = 0;
    std::int32_t longitude_micro = 0;
    std::uint32_t num_stores = 0;
    std::string ownership;
    std::vector<std::string> categories;
    std::vector<SocialLink> links;
    std::string phone;
    std::int32_t rating_tenths = -1;
    std::int64_t reviews = -1;
    std::int32_t price_tier = -1;
    std::string open_date;
    std::string refreshed_at;
};

/// One line of JSON without the newline, marked as generated.
std::string to_json(const Store& store);

}  // namespace bizrec::generator
