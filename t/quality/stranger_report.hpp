#pragma once

#include <string>
#include <vector>

#include "t/quality/engine.hpp"

namespace bizrec::quality {

/// Counts two errors of look-ups by website: a look-up returns records of strangers on the same domain, or a domain
/// does not find its own business. Counts them over all records of `files`, and separately over the domains that a
/// person has judged; `judged` is the path of judged_domains.tsv. Prints the counts. Returns false if one is above its
/// bound.
bool report_strangers(Engine& engine, const std::vector<std::string>& files, const std::string& judged);

}  // namespace bizrec::quality
