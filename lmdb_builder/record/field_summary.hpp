#pragma once

#include <string>

#include "lmdb_builder/record/fact_counts.hpp"
#include "lmdb_builder/record/field_counts.hpp"

namespace bizrec::builder {

/// Lines of a summary for a person: the number and share of records with a name, a website and so on.
std::string facts_text(const FactCounts& facts);
/// Maximum number of unread fields that fields_text() lists.
inline constexpr std::size_t shown_fields = 12;
/// Lines for a person: how many fields the builder does not read, and the first shown_fields of these in the order of
/// unread_fields().
std::string fields_text(const FieldCounts& fields);

/// Members of a JSON object, each after a comma. facts_json(): `,"records_with":{…}`. fields_json():
/// `,"fields":{…},"unread_fields":[…],"unread_fields_complete":true`.
std::string facts_json(const FactCounts& facts);
std::string fields_json(const FieldCounts& fields);

}  // namespace bizrec::builder
