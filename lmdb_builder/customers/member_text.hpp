#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>

#include "lmdb_builder/customers/record_members.hpp"

namespace bizrec::builder {

/// Appends a value as a cell has it.
void append_value_text(simdjson::dom::element value, std::string& out);

/// Members of records as texts for cells. What stands in the record as its cell has it is not copied.
class MemberText {
public:
    /// `escapes`: strings of the record may have some. The text is in the record, or in `written`, which is
    /// overwritten.
    std::string_view read(const RawMember& member, bool escapes, std::string& written);

private:
    std::string_view parse(std::string_view value, std::string& written);

    simdjson::dom::parser parser_;
};

}  // namespace bizrec::builder
