#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "bizrec/api/error.hpp"
#include "bizrec/api/json_body.hpp"
#include "bizrec/api/request_notes.hpp"
#include "bizrec/base/json_types.hpp"

namespace bizrec::api {

inline constexpr std::size_t max_batch_items = 100;
inline constexpr std::size_t batch_body_limit = 1U << 20;  ///< bytes

/// Reads the body of a batch (decisions.md section 9): {"items":[…]}, one to a hundred values that are bodies of
/// enrichments. What they hold is for others to read. One object a request under way; its memory is reused.
class BatchItemsParser {
public:
    /// `items`: overwritten; they live until the next call, or until release(). Fields other than `items` are noted as
    /// ignored, or refused where the request is `strict`. False: `error` is a 400, 413 or 422.
    bool parse(std::string_view body, bool strict, std::vector<simdjson::dom::element>& items, RequestNotes& notes,
               ApiError& error);

    /// The items are read: what a large body has made grow is given back.
    void release() noexcept { json_.release_large(); }

private:
    JsonBody json_{batch_body_limit};
};

}  // namespace bizrec::api
