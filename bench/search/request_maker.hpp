#pragma once

#include <cstdint>
#include <vector>

#include "bench/search/request.hpp"
#include "bizrec/store/generation.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"

namespace bizrec::bench {

/// Makes `pages_a_class` requests of each class of docs/performance.md, but only a twentieth of that for the deep walk,
/// because each of its requests reads 20 pages. Every request is made from a record of the index, which is a hit. The
/// same index and seed give the same requests.
Result<std::vector<Request>> make_requests(const store::Generation& generation, const builder::PlaceCatalog& catalog,
                                           std::uint64_t seed, std::uint32_t pages_a_class);

}  // namespace bizrec::bench
