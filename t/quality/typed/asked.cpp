#include "t/quality/typed/asked.hpp"

#include <algorithm>
#include <utility>

namespace bizrec::quality {

std::function<bool(const Rows&)> name_first(const Directory& directory, std::string name, Place place) {
    return [&directory, name = std::move(name), place = std::move(place)](const Rows& rows) {
        return !rows.empty() && directory.at(rows[0]).name == name && Directory::is_in(directory.at(rows[0]), place);
    };
}

std::function<bool(const Rows&)> category_rows(const Directory& directory, const Holders& category, Place place) {
    constexpr std::size_t wanted = 8;
    std::size_t there = 0;
    for (std::size_t i = 0; i < category.records.size() && there < wanted; ++i) {
        there += Directory::is_in(directory.at(category.records[i]), place) ? 1 : 0;
    }
    return [&directory, there, words = words_of(category.key), place = std::move(place)](const Rows& rows) {
        const auto fits = [&](std::uint32_t row) {
            return Directory::holds(directory.at(row), words) && Directory::is_in(directory.at(row), place);
        };
        return !rows.empty() && fits(rows[0]) &&
               static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), fits)) >= there;
    };
}

}  // namespace bizrec::quality
