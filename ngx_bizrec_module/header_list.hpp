#pragma once

#include "ngx.hpp"

namespace bizrec::ngx {

/// Calls `see(header)` for each header of a request or a response until it returns true; whether it did. Those of a
/// response that are struck out (hash 0) are among them.
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
