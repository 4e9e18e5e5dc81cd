#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/place/ranges.hpp"
#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/memory/string_table.hpp"

namespace bizrec::builder {

/// Finds the documents in the largest of several cities with the same name: for Dallas, those of the city in Texas. The
/// largest city has the most documents. A city is a name in a state of a country; documents that name no state belong
/// to the largest city of that name in their country. Memory: some 100 bytes per city, and 8 for each contiguous range
/// of its docids. Records with an inferred place interrupt these ranges.
class LargestCities {
public:
    /// Call it once for each document, in the order of docids.
    void add(std::uint32_t docid, const DocumentPlace& place);

    /// Call it after the last add(). `documents`: the number of documents. Returns one bit for each docid, which is set
    /// if the document is in the largest of several cities with the same name. A name that only one city has sets no
    /// bit. Among cities of the same size, the one with the first document counts as the largest.
    std::vector<bool> documents_inside(std::uint32_t documents) const;

private:
    static constexpr std::uint32_t none = StringTable::none;
    struct City {
        std::uint32_t name = none, country = none;  // `name`: number in names_; `country`: number in names_in_country_
        bool has_state = false;
        std::uint32_t documents = 0;
        place::Ranges ranges;
    };
    /// A city, and the number of its documents. If it is the largest of its name in its country, it may have two
    /// entries in cities_: `without_state` has the documents that name this city and country, but no state. The numbers
    /// are `none` if `documents` is 0.
    struct Whole {
        std::uint32_t city = none, without_state = none;  // indexes in cities_
        std::uint64_t documents = 0;
    };

    void go_to(const DocumentPlace& place);
    std::vector<Whole> wholes() const;
    void mark(std::uint32_t city, std::vector<bool>& inside) const;

    StringTable names_, names_in_country_, keys_;
    std::vector<City> cities_;  // indexed by number in keys_, so in the order of their first documents
    DocumentPlace here_;
    std::uint32_t city_ = none;  // index in cities_ of the city of here_; `none`: here_ has no city
    std::string key_;
};

}  // namespace bizrec::builder
