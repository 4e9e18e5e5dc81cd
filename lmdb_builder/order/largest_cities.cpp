#include "lmdb_builder/order/largest_cities.hpp"

#include <algorithm>

namespace bizrec::builder {
namespace {

bool is_same_city(const DocumentPlace& a, const DocumentPlace& b) noexcept {
    return a.city == b.city && a.state == b.state && a.country == b.country;
}

}  // namespace

void LargestCities::add(std::uint32_t docid, const DocumentPlace& place) {
    if (!is_same_city(here_, place)) {
        end_city();
        here_ = place;
        documents_.begin = docid;
    }
    documents_.end = docid + 1;
}

void LargestCities::end_city() {
    if (here_.city.empty()) {
        return;
    }
    const StringTable::Added name = names_.add(here_.city);
    if (name.is_new) {
        largest_.emplace_back();
    }
    Largest& largest = largest_[name.id];
    ++largest.cities;
    if (documents_.end - documents_.begin > largest.documents.end - largest.documents.begin) {
        largest.documents = documents_;
    }
}

std::vector<bool> LargestCities::documents_inside(std::uint32_t documents) {
    end_city();
    here_ = {};
    std::vector<bool> inside(documents);
    for (const Largest& largest : largest_) {
        if (largest.cities > 1) {
            std::fill(inside.begin() + largest.documents.begin, inside.begin() + largest.documents.end, true);
        }
    }
    return inside;
}

}  // namespace bizrec::builder
