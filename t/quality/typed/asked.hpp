#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "t/quality/typed/directory.hpp"

namespace bizrec::quality {

/// Numbers of the first ten rows, best first.
using Rows = std::vector<std::uint32_t>;

/// What a person types, and which answers are right.
struct Asked {
    std::string query;
    std::string meant;  ///< for people
    std::function<bool(const Rows&)> is_right;
    std::size_t weight = 1;  ///< how many records bear what is meant
    std::string kind = {};   ///< of the error; "" = none
    std::string body = {};   ///< of the request; "" = the query alone, for ten rows
};

struct AskedSet {
    std::string name;
    std::vector<Asked> questions;
};

/// The first row bears this name (canonical), in this place.
std::function<bool(const Rows&)> name_first(const Directory& directory, std::string name, Place place = {});

/// Of the first ten rows, eight have all of these words in name and categories and are in the place, or as many as
/// there are, and the first one among them. `category`: folded; its records are counted.
std::function<bool(const Rows&)> category_rows(const Directory& directory, const Holders& category, Place place = {});

}  // namespace bizrec::quality
