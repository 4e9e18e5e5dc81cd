#include "t/quality/typed/asked.hpp"

#include <algorithm>
#include <utility>

namespace bizrec::quality {

std::function<bool(const Rows&)> name_first(const Directory& directory, std::string name, Place place) {
    return [&directory, name = std::move(name), place = std::move(place)](const Rows& rows) {
        return !rows.empty() && directory.at(rows[0]).name == name && Directory::is_in(directory.at(rows[0]), place);
    };
}

namespace {

/// Whether the first row, and at least eight or as many as exist, are among `holders` in the place. fits(entry) tells
/// whether a record is one.
template <class Fits>
std::function<bool(const Rows&)> rows_among(const Directory& directory, const Holders& holders, Place place,
                                            Fits fits) {
    constexpr std::size_t wanted = 8;
    std::size_t there = 0;
    for (std::size_t i = 0; i < holders.records.size() && there < wanted; ++i) {
        there += Directory::is_in(directory.at(holders.records[i]), place) ? 1 : 0;
    }
    return [&directory, there, fits = std::move(fits), place = std::move(place)](const Rows& rows) {
        const auto is_right = [&](std::uint32_t row) {
            return fits(directory.at(row)) && Directory::is_in(directory.at(row), place);
        };
        return !rows.empty() && is_right(rows[0]) &&
               static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), is_right)) >= there;
    };
}

}  // namespace

std::function<bool(const Rows&)> name_rows(const Directory& directory, const Holders& name, Place place) {
    return rows_among(directory, name, std::move(place),
                      [key = name.key](const Directory::Entry& entry) { return entry.name == key; });
}

std::function<bool(const Rows&)> category_rows(const Directory& directory, const Holders& category, Place place) {
    return rows_among(
        directory, category, std::move(place),
        [words = words_of(category.key)](const Directory::Entry& entry) { return Directory::holds(entry, words); });
}

}  // namespace bizrec::quality
