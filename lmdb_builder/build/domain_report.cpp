#include "lmdb_builder/build/domain_report.hpp"

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/build/new_file.hpp"

namespace bizrec::builder {

void write_domain_report(const std::string& path, const std::vector<JudgedDomain>& judged) {
    if (path.empty()) {
        return;
    }
    ReportFile file(path, "the domain report");
    file.write("verdict\tdomain\tnames\trecords\tlargest_brand\twebsites\thome_pages\n");
    for (const JudgedDomain& domain : judged) {
        const DomainEvidence& evidence = domain.evidence;
        file.write(std::string(verdict_name(domain.verdict)) + '\t' + text::visible(evidence.domain) + '\t' +
                   std::to_string(evidence.distinct_names) + '\t' + std::to_string(evidence.records) + '\t' +
                   std::to_string(evidence.largest_brand) + '\t' + std::to_string(evidence.websites) + '\t' +
                   std::to_string(evidence.home_pages) + '\n');
    }
    file.close();
}

}  // namespace bizrec::builder
