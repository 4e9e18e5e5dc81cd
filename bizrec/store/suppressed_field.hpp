#pragma once

#include <string_view>

namespace bizrec::store {

/// The requests that can find a record by one of its members.
enum class FieldUse : unsigned char {
    nothing,  ///< the member is only returned
    search,
    everything  ///< search and enrichment
};

/// Returns which requests find records by a member. `name`: any of the member's names (docs/records.md). An unknown
/// member has FieldUse::nothing.
FieldUse use_of_field(std::string_view name) noexcept;

}  // namespace bizrec::store
