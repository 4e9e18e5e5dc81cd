#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/place/ranges.hpp"
#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/memory/string_table.hpp"

namespace bizrec::builder {

/// Which documents stand in the largest of several cities of one name, that with the most documents: of Dallas, those
/// of the city in Texas. A city is a name in a state of a country, so its documents follow each other. Some 50 bytes a
/// name.
class LargestCities {
public:
    /// In the order of docids, each once.
    void add(std::uint32_t docid, const DocumentPlace& place);

    /// After the last add(): of each of `documents`. A name that one city has sets none. Of cities of one size the
    /// first.
    std::vector<bool> documents_inside(std::uint32_t documents);

private:
    struct Largest {
        place::Range documents;
        std::uint32_t cities = 0;  // of the name
    };
    void end_city();

    StringTable names_;
    std::vector<Largest> largest_;  // by number in names_
    DocumentPlace here_;            // without a city: in none
    place::Range documents_;        // of here_, so far
};

}  // namespace bizrec::builder
