#include "lmdb_builder/build/domain_report.hpp"

#include <fstream>

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/build/failure.hpp"

namespace bizrec::builder {

void write_domain_report(const std::string& path, const std::vector<JudgedDomain>& judged) {
    if (path.empty()) {
        return;
    }
    std::ofstream file(path, std::ios::trunc);
    file << "verdict\tdomain\tnames\trecords\tlargest_brand\twebsites\thome_pages\n";
    for (const JudgedDomain& domain : judged) {
        const DomainEvidence& evidence = domain.evidence;
        file << verdict_name(domain.verdict) << '\t' << text::visible(evidence.domain) << '\t'
             << evidence.distinct_names << '\t' << evidence.records << '\t' << evidence.largest_brand << '\t'
             << evidence.websites << '\t' << evidence.home_pages << '\n';
    }
    file.close();
    if (!file) {
        fail_with_errno("write the domain report \"" + path + "\"");
    }
}

}  // namespace bizrec::builder
