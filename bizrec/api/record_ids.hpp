#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "bizrec/api/error.hpp"
#include "bizrec/api/json_body.hpp"
#include "bizrec/api/request_notes.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::api {

inline constexpr std::size_t max_record_ids = 100;
inline constexpr std::size_t records_body_limit = 16384;  ///< bytes; a hundred ids take some 4,000

/// Reads the ids of a hydration (decisions.md section 9): parameters `id` of a query string, repeated or separated by
/// commas, or a body that is a JSON array of them. One object a thread; its memory is reused.
class RecordIdsParser {
public:
    /// `ids`: overwritten; each is kept once, in the order in which they came, in any letter case. `arguments`: without
    /// "?", as it came; parameters other than `id` are noted as ignored, or refused where the request is `strict`.
    /// False: `error` is a 400, 413 or 422.
    bool parse(std::string_view arguments, std::string_view body, bool strict, std::vector<format::Uuid>& ids,
               RequestNotes& notes, ApiError& error);

private:
    JsonBody json_{records_body_limit};
};

}  // namespace bizrec::api
