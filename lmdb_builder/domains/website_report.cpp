#include "lmdb_builder/domains/website_report.hpp"

#include "bizrec/format/content.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/text/visible.hpp"

namespace bizrec::builder {

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
