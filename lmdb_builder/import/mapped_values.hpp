#pragma once

#include <string>
#include <string_view>

#include "bizrec/format/layout.hpp"
#include "lmdb_builder/import/csv_numbers.hpp"
#include "lmdb_builder/import/record_line.hpp"
#include "lmdb_builder/record/record.hpp"

/// What texts of a mapped source become in a record: the same for the cells of CSV and the members of JSON.
namespace bizrec::builder {

std::string quoted(std::string_view text);

/// The JSON of a number; a text that is none stays a text, for the builder to judge.
std::string number_or_text(std::string_view given, Decimal decimal);
std::string boolean_or_text(std::string_view text);

/// store_id, and source_ref where `id` is no UUID. False: `reason` says why it is no id.
bool add_mapped_id(const format::Uuid& name_space, std::string_view id, RecordLine& line, RejectReason& reason);

/// A UUID, a Wikidata item, or any text.
std::string mapped_brand_id(const format::Uuid& name_space, std::string_view text);

}  // namespace bizrec::builder
