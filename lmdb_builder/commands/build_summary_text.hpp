#pragma once

#include <string>

#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

/// The summary for a person: one fact a line.
std::string summary_text(const BuildSummary& summary);

/// The summary as one JSON object on one line, for scripts.
std::string summary_json(const BuildSummary& summary);

/// Like summary_text() and summary_json(), for the summary of build_run().
std::string run_summary_text(const BuildSummary& summary);
std::string run_summary_json(const BuildSummary& summary);

}  // namespace bizrec::builder
