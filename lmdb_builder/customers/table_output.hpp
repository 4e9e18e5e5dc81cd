#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/customers/company_match.hpp"
#include "lmdb_builder/memory/text_buffer.hpp"

namespace bizrec::builder {

/// Whether a spreadsheet would run the text as a formula: it begins with =, @, a tab or a line break, or with a + or -
/// that is not followed by a number or telephone number.
bool is_formula(std::string_view text) noexcept;

/// Appends a cell by RFC 4180, in quotes if it needs them.
void append_csv_cell(TextBuffer& out, std::string_view text, char delimiter);

/// The columns that a row of CSV gets before the cells of its record: status, reason, id, score, count.
std::vector<std::string> match_column_names();
/// Appends the columns of match_column_names(). `id`: of the match's record, "" if there is none.
void append_match_cells(TextBuffer& out, const CompanyMatch& match, std::string_view id, char delimiter);

/// Appends a match with its whole record, as the member "match" of an object:
/// `"match":{"status":"found",…,"content":{…}}`.
void append_match_member(std::string& out, const CompanyMatch& match, std::string_view id, std::string_view record);

}  // namespace bizrec::builder
