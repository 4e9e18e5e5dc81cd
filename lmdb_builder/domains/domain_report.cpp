#include "lmdb_builder/domains/domain_report.hpp"

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/system/new_file.hpp"

namespace bizrec::builder {

void write_domain_report(const std::string& path, const std::vector<JudgedDomain>& judged) {
    if (path.empty()) {
        return;
    }
    ReportFile file(path, "the domain report");
    file.write("class\tdomain\tnames\trecords\tlargest_brand\twebsites\thome_pages\n");
    for (const JudgedDomain& domain : judged) {
        const DomainEvidence& evidence = domain.evidence;
        file.write(std::string(class_name(domain.domain_class)) + '\t' + text::visible(evidence.domain) + '\t' +
                   std::to_string(evidence.distinct_names) + '\t' + std::to_string(evidence.records) + '\t' +
                   std::to_string(evidence.largest_brand) + '\t' + std::to_string(evidence.websites) + '\t' +
                   std::to_string(evidence.home_pages) + '\n');
    }
    file.close();
}

}  // namespace bizrec::builder
