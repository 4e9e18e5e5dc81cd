#include "lmdb_builder/record/fact_counts.hpp"

namespace bizrec::builder {

const char* fact_name(std::size_t fact) noexcept {
    constexpr std::array<const char*, fact_count> names = {"name",  "website", "profile",     "map_place",  "country",
                                                           "state", "city",    "postal_code", "coordinates"};
    return names[fact];
}

void FactCounts::add(const Record& record) noexcept {
    ++records;
    add(Fact::name, !record.name.empty());
    add(Fact::website, (record.flags & format::flag::has_website) != 0);
    add(Fact::profile, !record.profiles.empty());
    add(Fact::map_place, !record.place_id.empty());
    add(Fact::country, !record.country.empty());
    add(Fact::state, !record.state.empty());
    add(Fact::city, !record.city.empty());
    add(Fact::postal_code, !record.postal_code.empty());
    add(Fact::coordinates, record.position.exists());
}

void FactCounts::add(const FactCounts& others) noexcept {
    records += others.records;
    for (std::size_t fact = 0; fact < fact_count; ++fact) {
        with[fact] += others.with[fact];
    }
}

}  // namespace bizrec::builder
