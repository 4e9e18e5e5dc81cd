#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "t/quality/typed/directory.hpp"

namespace bizrec::quality {

/// The first ten rows of an answer, best first: the numbers of their records in Directory.
using Rows = std::vector<std::uint32_t>;

/// A text that a person types, and the test that says which answers are right.
struct Asked {
    std::string query;
    std::string meant;  ///< what the person means, for reports
    std::function<bool(const Rows&)> is_right;
    std::size_t weight = 1;  ///< number of records that have the name or category meant
    std::string kind = {};   ///< kind of the typing error; "" = no error
    std::string body = {};   ///< body of the request; "" = only the query, ten rows
};

struct AskedSet {
    std::string name;
    std::vector<Asked> questions;
};

/// A test for Asked::is_right: the first row has this name (in the form of Directory::Entry::name) and is in this
/// place.
std::function<bool(const Rows&)> name_first(const Directory& directory, std::string name, Place place = {});

/// A test for Asked::is_right: the first row, and at least eight of the first ten rows, have this name and are in the
/// place. If the place has fewer than eight records with the name, that number of rows is enough.
std::function<bool(const Rows&)> name_rows(const Directory& directory, const Holders& name, Place place = {});

/// A test for Asked::is_right: the first row, and at least eight of the first ten rows, are in the place and have all
/// words of the category in their name and categories. If the place has fewer than eight records of the category, that
/// number of rows is enough.
std::function<bool(const Rows&)> category_rows(const Directory& directory, const Holders& category, Place place = {});

}  // namespace bizrec::quality
