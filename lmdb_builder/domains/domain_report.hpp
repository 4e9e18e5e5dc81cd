#pragma once

#include <string>
#include <vector>

#include "lmdb_builder/domains/domain_statistics.hpp"

namespace bizrec::builder {

/// Writes what the shared-domain rule found, one domain a line, tabs between the columns, a head line first:
/// class, domain, distinct names, records, records of the largest brand, websites, home pages. "" writes
/// nothing. Throws BuildFailure.
void write_domain_report(const std::string& path, const std::vector<JudgedDomain>& judged);

}  // namespace bizrec::builder
