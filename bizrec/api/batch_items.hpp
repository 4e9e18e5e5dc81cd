#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "bizrec/api/error.hpp"
#include "bizrec/api/json_body.hpp"
#include "bizrec/api/request_notes.hpp"
#include "bizrec/base/json_parser.hpp"

namespace bizrec::api {

inline constexpr std::size_t max_batch_items = 100;
inline constexpr std::size_t batch_body_limit = 1U << 20;  ///< maximum bytes of a body

/// Reads the body of a batch (docs/api.md, "Many companies at once"): {"items":[…]}, with one to a hundred bodies of
/// enrichments. It does not read the items themselves. Use one object per request in progress; its memory is reused.
class BatchItemsParser {
public:
    /// Overwrites `items`; they are valid until the next call, or until release(). Fields other than `items` are noted
    /// as ignored, or refused if `strict`. Returns false with a 400, 413 or 422 in `error`.
    bool parse(std::string_view body, bool strict, std::vector<simdjson::dom::element>& items, RequestNotes& notes,
               ApiError& error);

    /// Call it when the items are read: frees the memory that a large body needed.
    void release() noexcept { json_.release_large(); }

private:
    JsonBody json_{batch_body_limit};
};

}  // namespace bizrec::api
