#pragma once

#include <string>
#include <vector>

#include "lmdb_builder/domains/domain_statistics.hpp"

namespace bizrec::builder {

/// Writes the results of the shared-domain rule: a header line, then one domain per line, with tabs between the
/// columns: class, domain, distinct names, records, records of the largest brand, websites, home pages. If the path is
/// "", it writes nothing. Throws BuildFailure.
void write_domain_report(const std::string& path, const std::vector<JudgedDomain>& judged);

}  // namespace bizrec::builder
