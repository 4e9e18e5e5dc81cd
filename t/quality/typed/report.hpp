#pragma once

#include "t/quality/typed/asker.hpp"

namespace bizrec::quality {

struct ReportOptions {
    bool failures = false;  ///< prints every question that fails, with its answer
    bool kinds = false;     ///< prints the share of right answers for each kind of error
    bool slowest = false;   ///< prints the three questions that take longest
};

void print_header();

/// Runs the questions of a set and prints a line. Returns whether the set reaches its floor.
bool report(const AskedSet& set, const Directory& directory, Asker& asker, const ReportOptions& options);

}  // namespace bizrec::quality
