#include "lmdb_builder/command_line/common_options.hpp"

namespace bizrec::builder {

Option index_argument(std::string& path) {
    return text_option("index", "INDEX", path, "Index file").required();
}

Option output_option(std::string& path) {
    Option option = text_option("-o,--output", "FILE", path, "File to write, by rename [standard output]");
    option.target = [&path](const std::string& given) { path = given == "-" ? "" : given; };
    return option;
}

Options summary_options(bool& json, bool& quiet, const char* where) {
    return {flag_option("--json", json, std::string("Print the summary as one JSON object") + where),
            flag_option("--quiet", quiet, "No progress, no summary (but --json)")};
}

}  // namespace bizrec::builder
