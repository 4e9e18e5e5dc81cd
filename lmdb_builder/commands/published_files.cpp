#include "lmdb_builder/commands/published_files.hpp"

#include <cstdio>

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {

std::vector<PublishedFile> changes_to(const std::string& folder, const std::string& generation, WriteChanges when) {
    const auto made = publish_changes(folder, generation, when);
    if (!made) {
        warn("no changes: " + made.error().message);
        return {};
    }
    for (const std::string& warning : made.value().warnings) {
        warn(warning);
    }
    return made.value().made;
}

std::string files_json(const std::vector<PublishedFile>& files) {
    std::string text;
    for (const PublishedFile& file : files) {
        text += std::string(text.empty() ? "" : ",") + "{\"file\":" + json_string(file.file) +
                ",\"bytes\":" + std::to_string(file.bytes) + '}';
    }
    return '[' + text + ']';
}

void print_files(const std::vector<PublishedFile>& files) {
    for (const PublishedFile& file : files) {
        print_lines(stdout, text::visible(file.file) + ": " + size_text(file.bytes) + '\n');
    }
}

}  // namespace bizrec::builder
