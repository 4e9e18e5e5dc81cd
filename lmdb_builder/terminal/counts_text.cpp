#include "lmdb_builder/terminal/counts_text.hpp"

#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {

std::string counts_lines(const ReasonCounts& counts) {
    std::string lines;
    for (const auto& [reason, count] : counts) {
        lines += "  " + with_separators(count) + "  " + reason + '\n';
    }
    return lines;
}

std::string counts_object(const ReasonCounts& counts) {
    std::string json = "{";
    for (const auto& [reason, count] : counts) {
        json += (json.size() > 1 ? "," : "") + json_string(reason) + ':' + std::to_string(count);
    }
    return json + '}';
}

}  // namespace bizrec::builder
