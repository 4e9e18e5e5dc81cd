#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bizrec/store/generation.hpp"

namespace bizrec::builder {

/// All documents in the order of their ids; 4 bytes each.
std::vector<std::uint32_t> docids_by_id(const store::Generation& generation);

/// Overwrites `json` with the record as the builder read it, minified. False: the file's bytes are no good.
bool read_record_json(const store::Generation& generation, std::uint32_t docid, std::string& json);

std::string id_text(const format::Uuid& id);

/// The document of an id as it is typed; says on standard error why there is none.
std::optional<std::uint32_t> find_document(const store::Generation& generation, const std::string& id);

}  // namespace bizrec::builder
