#include "lmdb_builder/commands/csv_options.hpp"

namespace bizrec::builder {

Options csv_options(CsvOptions& options) {
    return {parsed_option("--delimiter", "CHAR", options.delimiter,
                          "What stands between cells [found in the first rows]", read_delimiter),
            text_option("--encoding", "NAME", options.encoding, "Of the text, as in windows-1252 [recognised]")};
}

}  // namespace bizrec::builder
