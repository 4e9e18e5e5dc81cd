#pragma once

#include <string>
#include <string_view>

#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

/// A kind of file that build does not read and import does.
struct ForeignFormat {
    std::string_view shown;   ///< "CSV with tabs"; "" where the text is of no such kind
    std::string_view import;  ///< what follows `lmdb_builder import`: "csv --delimiter tab"
};

/// `text`: the beginning of an input of which no line is a record, some kilobytes of it.
ForeignFormat foreign_format(std::string_view text);

/// The message that names the command line: `"shops.csv" is CSV, not JSON Lines; this reads it: lmdb_builder import
/// csv shops.csv | lmdb_builder build -o index.lmdb -`.
std::string foreign_message(const BuildOptions& options, const std::string& input, const ForeignFormat& format);

/// A word of a shell's command line, in quotes where it needs them.
std::string shell_word(std::string_view text);

}  // namespace bizrec::builder
