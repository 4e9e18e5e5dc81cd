#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "bizrec/format/meta.hpp"
#include "bizrec/place/ranges.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/document/document.hpp"

namespace bizrec::store {
class IndexWriter;
}

namespace bizrec::builder {

class Workers;

/// Collects where each place's documents stand and writes the `places` section (format/place_entry.hpp). In memory:
/// some 100 bytes a distinct place.
class PlaceDictionary {
public:
    explicit PlaceDictionary(const PlaceCatalog& catalog) : catalog_(&catalog) {}

    /// In the order of docids, each once.
    void add(std::uint32_t docid, const DocumentPlace& place);

    /// Writes the section and the counts of places into `meta`.
    void write(Workers& workers, store::IndexWriter& writer, format::Meta& meta);

private:
    using Table = std::unordered_map<std::string, place::Ranges>;
    void name_states(format::Meta& meta);

    const PlaceCatalog* catalog_;
    Table table_;
    Table states_;  // alpha-2, separator, canonical state: named when all are known
    std::string key_;
    std::uint64_t countries_ = 0, cities_ = 0, postal_codes_ = 0;
};

}  // namespace bizrec::builder
