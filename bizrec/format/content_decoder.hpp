#pragma once

#include <string>

#include "bizrec/format/content.hpp"

namespace bizrec::format {

/// Appends the row head, which is the beginning of a row in an answer: `{"id":"<canonical uuid>","content":<minified
/// record>`. The rest of the row depends on the request. Returns false, with `out` unchanged, if the row is empty or
/// its codes are invalid.
bool append_row_head(const ContentRow& row, const ContentDictionary& dictionary, std::string& out);

/// Appends a record as a member of an object of records: `"<canonical uuid>":<minified record>`. Otherwise like
/// append_row_head().
bool append_record_member(const ContentRow& row, const ContentDictionary& dictionary, std::string& out);

}  // namespace bizrec::format
