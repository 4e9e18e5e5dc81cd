#pragma once

#include <cstdint>
#include <string>

#include "lmdb_builder/record/suppression_screen.hpp"

namespace bizrec::builder {

/// How many entries of a list of suppressions a file holds.
struct ListedInFile {
    /// Whether the file is an index, which is searched for records and parts. Other files are searched only for ids in
    /// text.
    bool is_index = false;
    std::uint64_t entries = 0;  ///< of an index: entries whose record or part it holds; of a text: listed ids in it
    std::string unknown;        ///< why the file cannot be searched; "": it was searched

    bool holds_nothing() const noexcept { return entries == 0 && unknown.empty(); }
};

/// Searches any file: an index, or a text, which may be packed by gzip or zstd. In a text only ids are found.
ListedInFile listed_in_file(const std::string& path, const SuppressionScreen& screen);

}  // namespace bizrec::builder
