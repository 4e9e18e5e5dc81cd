#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `credits usage`: what teams have got, by time. When the command line names it, parsing runs it and sets `exit`,
/// a value of exit_code.
void add_credits_usage(CLI::App& credits, int& exit);

}  // namespace bizrec::builder
