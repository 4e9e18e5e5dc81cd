#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/store/generation.hpp"

/// The records of an index, one by one.
namespace bizrec::builder {

/// All docids in the order of their records' ids. Memory: 4 bytes each.
std::vector<std::uint32_t> docids_by_id(const store::Generation& generation);

/// Overwrites `json` with the record as the builder read it, minified. False: the file is damaged.
bool read_record_json(const store::Generation& generation, std::uint32_t docid, std::string& json);

std::string id_text(const format::Uuid& id);

/// "INDEX: the record ID is damaged", for what read_record_json() cannot read.
Error damaged_record(const store::Generation& generation, std::uint32_t docid);

}  // namespace bizrec::builder
