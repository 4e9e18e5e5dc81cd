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
inline constexpr std::size_t records_body_limit = 16384;  ///< maximum bytes of a body; a hundred ids take about 4,000

/// Reads the ids of a request for records (docs/api.md, "Records of ids"): parameters `id` of a query string, repeated
/// or separated by commas, or a body that is a JSON array of ids. Use one object per thread; its memory is reused.
class RecordIdsParser {
public:
    /// Overwrites `ids` with the ids in the order of the request, without duplicates; letter case is ignored.
    /// `arguments`: the raw query string without "?". Parameters other than `id` are noted as ignored, or refused if
    /// `strict`. Returns false with a 400, 413 or 422 in `error`.
    bool parse(std::string_view arguments, std::string_view body, bool strict, std::vector<format::Uuid>& ids,
               RequestNotes& notes, ApiError& error);

private:
    JsonBody json_{records_body_limit};
};

}  // namespace bizrec::api
