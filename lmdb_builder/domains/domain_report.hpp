#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/layout.hpp"
#include "lmdb_builder/domains/domain_statistics.hpp"
#include "lmdb_builder/system/new_file.hpp"

namespace bizrec::builder {

/// Writes the results of the shared-domain rule: a header line, then one domain per line, with tabs between the
/// columns: class, domain, distinct names, records, records of the largest brand, websites, home pages. If the path is
/// "", it writes nothing. Throws BuildFailure.
void write_domain_report(const std::string& path, const std::vector<ClassifiedDomain>& judged);

/// A record that is kept although its website is unusable.
struct UnusableWebsite {
    std::uint64_t line = 0;
    format::Uuid id{};
    std::string value;   ///< as typed
    std::string reason;  ///< in words
};

/// The file that lists every unusable website: a header line, then one line each with FILE:LINE, id, value and reason,
/// separated by tabs. It contains no control characters of terminals. Throws BuildFailure.
class WebsiteReport {
public:
    /// If `path` is "", nothing is written.
    explicit WebsiteReport(const std::string& path);

    explicit operator bool() const noexcept { return static_cast<bool>(file_); }
    void add(const std::string& file, const UnusableWebsite& website);
    /// Makes sure that everything is written.
    void close() { file_.close(); }

private:
    ReportFile file_;
};

}  // namespace bizrec::builder
