#pragma once

#include <cstdint>

#include "bizrec/format/term_lists.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// Whether searches may show a document of the lists: one that the generation's suppression does not hide. Reads the
/// lists up to that document. Adds its steps to `visited`.
bool has_visible_document(const store::Generation& generation, const format::TermLists& lists, std::uint64_t& visited);

}  // namespace bizrec::search
