#include "lmdb_builder/commands/csv_options.hpp"

namespace bizrec::builder {

Options csv_options(CsvOptions& options) {
    return {
        parsed_option("--delimiter", "CHAR", options.delimiter, "Delimiter between cells [detected in the first rows]",
                      read_delimiter),
        text_option("--encoding", "NAME", options.encoding, "Encoding of the text, such as windows-1252 [detected]")};
}

}  // namespace bizrec::builder
