#include "lmdb_builder/domains/domain_report.hpp"

#include "bizrec/format/content.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/text/visible.hpp"
#include "lmdb_builder/system/new_file.hpp"

namespace bizrec::builder {

void write_domain_report(const std::string& path, const std::vector<ClassifiedDomain>& judged) {
    if (path.empty()) {
        return;
    }
    ReportFile file(path, "the domain report");
    file.write("class\tdomain\tnames\trecords\tlargest_brand\twebsites\thome_pages\n");
    for (const ClassifiedDomain& domain : judged) {
        const DomainEvidence& evidence = domain.evidence;
        file.write(std::string(class_name(domain.domain_class)) + '\t' + text::visible(evidence.domain) + '\t' +
                   std::to_string(evidence.distinct_names) + '\t' + std::to_string(evidence.records) + '\t' +
                   std::to_string(evidence.largest_brand) + '\t' + std::to_string(evidence.websites) + '\t' +
                   std::to_string(evidence.home_pages) + '\n');
    }
    file.close();
}

WebsiteReport::WebsiteReport(const std::string& path) : file_(path, "the report of websites") {
    if (file_) {
        file_.write("line\tid\twebsite\treason\n");
    }
}

void WebsiteReport::add(const std::string& file, const UnusableWebsite& website) {
    char id[format::uuid_characters];
    format::write_uuid(website.id, id);
    // A tab in a value would start another column, so text::visible() escapes it.
    file_.write(text::visible(file) + ':' + std::to_string(website.line) + '\t' + std::string(id, sizeof id) + '\t' +
                text::visible(website.value) + '\t' + website.reason + '\n');
}

}  // namespace bizrec::builder
