#pragma once

#include <string>
#include <string_view>

#include "bizrec/format/layout.hpp"
#include "lmdb_builder/import/csv_mapping.hpp"
#include "lmdb_builder/import/csv_numbers.hpp"
#include "lmdb_builder/import/record_line.hpp"
#include "lmdb_builder/record/record.hpp"

/// What texts of a mapped source become in a record: the same for the cells of CSV and the members of JSON.
namespace bizrec::builder {

std::string quoted(std::string_view text);

/// store_id, and source_ref where `id` is no UUID. False: `reason` says why it is no id.
bool add_mapped_id(const format::Uuid& name_space, std::string_view id, RecordLine& line, RejectReason& reason);

/// Links of one text, which may be names of profiles on a platform (`argument`), to the elements of a JSON array.
void append_links(CsvType type, std::string_view argument, std::string_view text, std::string& elements);

/// A text that is one value: as its type has it; one that is no number stays a text, for the builder to judge. A brand
/// is a UUID, a Wikidata item, or any text.
void add_mapped_text(const format::Uuid& name_space, const std::string& field, CsvType type, std::string_view text,
                     Decimal decimal, RecordLine& line);

}  // namespace bizrec::builder
