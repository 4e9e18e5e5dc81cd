#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/place/position.hpp"
#include "lmdb_builder/commands/inspect_key.hpp"
#include "lmdb_builder/commands/record_terms.hpp"
#include "lmdb_builder/document/document.hpp"

namespace bizrec::builder {

/// A website, profile or map place of a record, and the documents that the index finds by it.
struct RecordKey {
    const char* from = "";  ///< source of the key: "website", "root_domain", "websites", "profile" or "map_place"
    KeyFinding finding;
    bool finds_record = false;
};

/// A record of an index, with all keys, words and places that find it.
struct RecordFinding {
    std::string id;
    std::uint32_t docid = 0;
    std::vector<RecordKey> keys;
    std::string unusable_website;  ///< why the website is no key; "" if it is one or is missing
    RecordTerms terms;
    DocumentPlace place;
    place::Position position;
    std::string json;  ///< as the index holds it, minified
};

/// Computes keys, words and place from the record by the builder's own rules. Errors: the record is damaged, or the
/// system has no list of countries.
Result<RecordFinding> find_record(const store::Generation& generation, std::uint32_t docid);

std::string record_text(const RecordFinding& finding);
std::string record_json(const RecordFinding& finding);

}  // namespace bizrec::builder
