#pragma once

#include <string>
#include <vector>

#include "t/quality/engine.hpp"

namespace bizrec::quality {

/// Counts two errors of look-ups by website: records of strangers on the same domain are returned, and a domain does
/// not find its own business. Counts over all records of `files`, and over the domains of `judged`
/// (judged_domains.tsv), which a person has judged. Prints the counts. False if one is above its bound.
bool report_strangers(Engine& engine, const std::vector<std::string>& files, const std::string& judged);

}  // namespace bizrec::quality
