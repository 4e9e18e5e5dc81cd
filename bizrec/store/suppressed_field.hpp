#pragma once

#include <string_view>

namespace bizrec::store {

/// Which requests find a record by one of its members.
enum class FieldUse : unsigned char {
    nothing,  ///< it is returned, and no more
    search,
    everything  ///< search and enrichment
};

/// Of a member of a record, by all its names (records.md). Of one that nobody knows: nothing.
FieldUse use_of_field(std::string_view name) noexcept;

}  // namespace bizrec::store
