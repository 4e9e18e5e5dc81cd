#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/place/ranges.hpp"
#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/memory/string_table.hpp"

namespace bizrec::builder {

/// Which documents stand in the largest of several cities of one name, that with the most documents: of Dallas, those
/// of the city in Texas. A city is a name in a state of a country. Documents without a state count for the largest of
/// their country. Some 100 bytes a city, and 8 for each stretch of its documents: strangers whose place was inferred
/// stand between them.
class LargestCities {
public:
    /// In the order of docids, each once.
    void add(std::uint32_t docid, const DocumentPlace& place);

    /// After the last add(): of each of `documents`. A name that one city has sets none. Of cities of one size the one
    /// whose documents begin first.
    std::vector<bool> documents_inside(std::uint32_t documents) const;

private:
    static constexpr std::uint32_t none = StringTable::none;
    struct City {
        std::uint32_t name = none, country = none;  // numbers in names_, in names_in_country_
        bool has_state = false;
        std::uint32_t documents = 0;
        place::Ranges ranges;
    };
    /// A city with the documents of its country that do not name their state.
    struct Whole {
        std::uint32_t city = none, without_state = none;  // in cities_
        std::uint64_t documents = 0;
    };

    void go_to(const DocumentPlace& place);
    std::vector<Whole> wholes() const;
    void mark(std::uint32_t city, std::vector<bool>& inside) const;

    StringTable names_, names_in_country_, keys_;
    std::vector<City> cities_;  // by number in keys_: in the order of their first documents
    DocumentPlace here_;
    std::uint32_t city_ = none;  // of here_
    std::string key_;
};

}  // namespace bizrec::builder
