#pragma once

#include <cstdint>
#include <vector>

#include "bench/search/request.hpp"
#include "bizrec/store/generation.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"

namespace bizrec::bench {

/// `pages_a_class` requests of each class of docs/performance.md (of the deep walk a twentieth: each walks 20 pages),
/// every one of them made from a record of the index that is a hit. The same index and seed give the same requests.
Result<std::vector<Request>> make_requests(const store::Generation& generation, const builder::PlaceCatalog& catalog,
                                           std::uint64_t seed, std::uint32_t pages_a_class);

}  // namespace bizrec::bench
