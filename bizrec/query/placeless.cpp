#include "bizrec/query/placeless.hpp"

#include <algorithm>

#include "bizrec/format/place_entry.hpp"
#include "bizrec/postings/work.hpp"

namespace bizrec::search {

void PlacelessRecords::find(const place::Ranges& place, place::Ranges& out, std::uint64_t& steps) {
    if (countries_.empty() || generation_ != context_->name()) {
        read_countries();
    }
    out.clear();
    const auto touches = [&place](const place::Range& country) {
        return std::any_of(place.begin(), place.end(), [&country](const place::Range& range) {
            return range.begin < country.end && country.begin < range.end;
        });
    };
    for (Country& country : countries_) {
        if (&country == &countries_.back() || touches(country.all)) {
            add(country, out, steps);
        }
    }
    place::normalise(out);
}

void PlacelessRecords::read_countries() {
    generation_ = context_->name();
    countries_.clear();
    std::string key;
    std::uint32_t end = 0;
    for (char first = 'A'; first <= 'Z'; ++first) {
        for (char second = 'A'; second <= 'Z'; ++second) {
            const char code[] = {first, second};
            format::country_key({code, sizeof code}, key);
            format::KeyEntry entry;
            if (context_->places().find(key, entry) && entry.length > 1) {
                end = std::min(entry.values[entry.length - 1], context_->documents());
                countries_.push_back({{std::min(entry.values[0], end), end}});
            }
        }
    }
    countries_.push_back({{end, context_->documents()}});
}

/// Adds the records of the country that say no place. They follow those that say one, so a binary search finds the
/// first of them.
void PlacelessRecords::add(Country& country, place::Ranges& out, std::uint64_t& steps) {
    steps += record_work;
    if (country.first_placeless == unknown) {
        std::uint32_t begin = country.all.begin;
        for (std::uint32_t end = country.all.end; begin < end;) {
            const std::uint32_t middle = begin + (end - begin) / 2;
            const bool says_place = context_.names().read(*context_, middle) && context_.names().says_place();
            says_place ? begin = middle + 1 : end = middle;
        }
        country.first_placeless = begin;
    }
    out.push_back({country.first_placeless, country.all.end});
}

}  // namespace bizrec::search
