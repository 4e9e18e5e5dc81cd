#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// `lmdb_builder enrich`. `exit` is set when the command has run.
void add_enrich_command(CLI::App& app, int& exit);

}  // namespace bizrec::builder
