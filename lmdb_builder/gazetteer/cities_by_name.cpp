#include "lmdb_builder/gazetteer/cities_by_name.hpp"

#include <algorithm>

namespace bizrec::builder {

void unite(CityNumbers& to, const CityNumbers& more) {
    for (const std::uint32_t number : more) {
        const auto at = std::lower_bound(to.begin(), to.end(), number);
        if (at == to.end() || *at != number) {
            to.insert(at, number);
        }
    }
}

CityNumbers& CitiesByName::of(std::string_view text) {
    const StringTable::Added added = texts_.add(text);
    if (added.is_new) {
        cities_.emplace_back();
    }
    return cities_[added.id];
}

const CityNumbers* CitiesByName::find(std::string_view text) const noexcept {
    const auto id = texts_.find(text, StringTable::hash(text));
    return id ? &cities_[*id] : nullptr;
}

}  // namespace bizrec::builder
