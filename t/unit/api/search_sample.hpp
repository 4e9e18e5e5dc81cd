#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "t/unit/api/sample_index.hpp"

namespace bizrec::api {

/// A made-up business with all the fields that a search request can filter.
struct SampleStore {
    std::string id, name, city, place_id, domain, ownership;
    std::vector<std::string> categories;
    std::optional<std::int64_t> stores, reviews, tier, opened, refreshed, founded;
    std::optional<double> rating;
    bool has_valid_website = false;
    bool has_phone = false;
};

/// The 400 made-up businesses (fixed seed), and the index of them.
const std::vector<SampleStore>& search_stores();
const store::Generation& search_sample();

}  // namespace bizrec::api
