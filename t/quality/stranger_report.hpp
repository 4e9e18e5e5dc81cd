#pragma once

#include <string>
#include <vector>

#include "t/quality/engine.hpp"

namespace bizrec::quality {

/// Two errors of a website that is asked for: answers of strangers under its domain, and a domain that does not find
/// its own business. Counted over all records of `files`, and over the domains of `judged` (judged_domains.tsv), which
/// were read by hand. Prints the counts; false where one is above its bound.
bool report_strangers(Engine& engine, const std::vector<std::string>& files, const std::string& judged);

}  // namespace bizrec::quality
