#pragma once

#include <string>
#include <string_view>

#include "bizrec/format/layout.hpp"
#include "lmdb_builder/import/csv_mapping.hpp"
#include "lmdb_builder/import/csv_numbers.hpp"
#include "lmdb_builder/import/record_line.hpp"
#include "lmdb_builder/record/record.hpp"

/// Converts texts of a mapped source to values of a record, in the same way for cells of CSV and members of JSON.
namespace bizrec::builder {

std::string quoted(std::string_view text);

/// Adds store_id, and source_ref if `id` is no UUID. Returns false if `id` is empty or rounded by a spreadsheet;
/// `reason` then says so.
bool add_mapped_id(const format::Uuid& name_space, std::string_view id, RecordLine& line, RejectReason& reason);

/// Appends the links of one text to the elements of a JSON array. `argument`: the platform of the links, if `type` is
/// profile.
void append_links(CsvType type, std::string_view argument, std::string_view text, std::string& elements);

/// Adds a text as one value of its type. A text that should be a number but is none stays a text, so that the builder
/// can reject it. A brand may be a UUID, a Wikidata item, or any text; the last two become a UUID.
void add_mapped_text(const format::Uuid& name_space, const std::string& field, CsvType type, std::string_view text,
                     Decimal decimal, RecordLine& line);

}  // namespace bizrec::builder
