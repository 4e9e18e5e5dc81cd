#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/customers/company_match.hpp"

namespace bizrec::builder {

/// A cell as RFC 4180 has it, in quotes where it needs them.
void append_csv_cell(std::string& out, std::string_view text, char delimiter);

/// What a row of CSV gets before the cells of its record: status, reason, id, score, count.
std::vector<std::string> match_column_names();
void append_match_cells(std::string& out, const CompanyMatch& match, char delimiter);

/// The same with the whole record, as the member "match" of an object: `"match":{"status":"found",…,"content":{…}}`.
void append_match_member(std::string& out, const CompanyMatch& match);

}  // namespace bizrec::builder
