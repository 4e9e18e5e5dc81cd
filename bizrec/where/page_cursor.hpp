#pragma once

#include <cstdint>
#include <optional>

#include "bizrec/format/uuid.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// The cursor of a request: the last row that the client has. The page begins after it.
struct PageCursor {
    bool has_cursor = false;  ///< rows after (cursor_score, cursor_id) in the order of rows
    std::uint32_t cursor_score = 0;
    std::optional<format::Uuid> cursor_id;  ///< if empty or not in the index: all rows of cursor_score precede the page

    /// Document of the cursor; no_docid if there is no cursor, or `generation` does not hold its id.
    std::uint32_t cursor_docid(const store::Generation& generation) const noexcept {
        return has_cursor && cursor_id ? generation.find_id(*cursor_id) : format::no_docid;
    }
};

}  // namespace bizrec::search
