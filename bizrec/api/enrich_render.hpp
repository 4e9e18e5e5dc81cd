#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "bizrec/api/answer.hpp"
#include "bizrec/enrich/enrich.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::api {

/// The body of a 200: an array of match rows, or {"data":[…],"total_count":N} where the query asks for the total.
/// Overwrites `out`, reusing its memory; it never holds more than `limit` bytes and a row's rest. It is good where
/// Rendered::whole is returned. Takes fewer than `max_steps` steps (postings/work.hpp): Rendered::in_part before the
/// row that would be too many, and another call with the same `written` and `out` goes on there. `written`: rows so
/// far, 0 at first.
Rendered render_rows(const store::Generation& generation, const search::EnrichQuery& query,
                     const search::EnrichResult& result, std::size_t limit, std::uint64_t max_steps,
                     std::size_t& written, std::string& out);

inline Rendered render_rows(const store::Generation& generation, const search::EnrichQuery& query,
                            const search::EnrichResult& result, std::size_t limit, std::string& out) {
    std::size_t written = 0;
    return render_rows(generation, query, result, limit, UINT64_MAX, written, out);
}

/// An upper bound of the steps of a whole body, whatever is in its rows. `max_steps` or more where in_part came.
std::uint64_t render_work(const search::EnrichResult& result, std::size_t limit) noexcept;

}  // namespace bizrec::api
