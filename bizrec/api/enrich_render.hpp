#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "bizrec/api/answer.hpp"
#include "bizrec/search/enrich.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

/// The body of a 200: an array of match rows, or {"data":[…],"total_count":N} where the query asks for the total.
/// Overwrites `out`, reusing its memory; it never holds more than `limit` bytes and a row's rest. It is good where
/// Rendered::whole is returned.
Rendered render_rows(const store::Generation& generation, const search::EnrichQuery& query,
                     const search::EnrichResult& result, std::size_t limit, std::string& out);

/// Steps (search/work.hpp) of render_rows(): from the sizes of the rows, unread.
std::uint64_t render_work(const store::Generation& generation, const search::EnrichResult& result,
                          std::size_t limit) noexcept;

}  // namespace bizrec::api
