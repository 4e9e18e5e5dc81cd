#pragma once

#include <cstdint>

#include "bizrec/enrich/enrich.hpp"
#include "bizrec/store/generation.hpp"
#include "lmdb_builder/commands/why_found.hpp"

namespace bizrec::builder {

/// Of an enrichment.
Reason why_enriched(const store::Generation& generation, const search::EnrichQuery& query, std::uint32_t docid);

}  // namespace bizrec::builder
