#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/store/generation.hpp"

/// The records of an index, one by one.
namespace bizrec::builder {

/// The docids of all records except suppressed ones, in the order of the records' ids. Memory: 4 bytes per record.
std::vector<std::uint32_t> docids_by_id(const store::Generation& generation);

/// Overwrites `json` with the record as answers contain it. Returns false if the file is damaged.
bool read_record_json(const store::Generation& generation, std::uint32_t docid, std::string& json);

/// "INDEX: the record ID is damaged": for a record for which read_record_json() returned false.
Error damaged_record(const store::Generation& generation, std::uint32_t docid);

}  // namespace bizrec::builder
