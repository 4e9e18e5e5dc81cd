#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Calls `see(header)` for each header of a request or a response until it returns true. Returns whether it did.
/// Removed headers of a response (hash 0) are included.
template <class See>
bool any_header(ngx_list_t& list, See&& see) noexcept {
    for (ngx_list_part_t* part = &list.part; part != nullptr; part = part->next) {
        auto* headers = static_cast<ngx_table_elt_t*>(part->elts);
        for (ngx_uint_t i = 0; i < part->nelts; ++i) {
            if (see(headers[i])) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace bizrec::ngx
