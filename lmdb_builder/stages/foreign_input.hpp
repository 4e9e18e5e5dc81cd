#pragma once

#include <string>
#include <string_view>

#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

/// A file format that `import` reads but `build` does not.
struct ForeignFormat {
    std::string_view shown;   ///< for messages: "CSV with tabs"; "" if the format is not recognised
    std::string_view import;  ///< the arguments of `lmdb_builder import`: "csv --delimiter tab"
};

/// Recognises the format of an input that is not JSON Lines. `text`: some kilobytes from the beginning of the input.
ForeignFormat foreign_format(std::string_view text);

/// The message with the command line to use: `"shops.csv" is CSV, not JSON Lines; this reads it: lmdb_builder import
/// csv shops.csv | lmdb_builder build -o index.mdb -`.
std::string foreign_message(const BuildOptions& options, const std::string& input, const ForeignFormat& format);

/// A word for a shell's command line, quoted if it needs quotes.
std::string shell_word(std::string_view text);

}  // namespace bizrec::builder
