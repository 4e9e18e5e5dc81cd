#pragma once

#include <string>

#include "lmdb_builder/import/import_records.hpp"

namespace bizrec::builder {

/// The summary for a person: one fact per line.
std::string import_summary_text(const ImportSummary& summary);

/// The summary as one JSON object on one line, for scripts.
std::string import_summary_json(const ImportSummary& summary);

}  // namespace bizrec::builder
