#pragma once

#include <string>

#include "bizrec/format/content.hpp"

namespace bizrec::format {

/// Appends the row head, the start of a row as it is sent: `{"id":"<canonical uuid>","content":<minified record>`. The
/// rest depends on the request. False, and `out` as it was, where the row is none or its codes are no good.
bool append_row_head(const ContentRow& row, const ContentDictionary& dictionary, std::string& out);

/// The same with a record as a member of an object of records: `"<canonical uuid>":<minified record>`.
bool append_record_member(const ContentRow& row, const ContentDictionary& dictionary, std::string& out);

}  // namespace bizrec::format
