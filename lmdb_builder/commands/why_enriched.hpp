#pragma once

#include <cstdint>

#include "bizrec/enrich/enrich.hpp"
#include "bizrec/store/generation.hpp"
#include "lmdb_builder/commands/why_found.hpp"

namespace bizrec::builder {

/// Whether the record is in the answer to an enrichment, and why.
Reason why_enriched(const store::Generation& generation, const search::EnrichQuery& query, std::uint32_t docid);

}  // namespace bizrec::builder
