#pragma once

#include <cstdint>
#include <string>

#include "lmdb_builder/record/suppression_screen.hpp"

namespace bizrec::builder {

/// What a file has of what a list of suppressions names.
struct ListedInFile {
    bool is_index = false;  ///< records and parts were looked for; else ids alone, in text
    std::uint64_t entries =
        0;                ///< of an index: entries of which it has the record or the part; else ids that stand in it
    std::string unknown;  ///< why nobody can tell; "": somebody can

    bool holds_nothing() const noexcept { return entries == 0 && unknown.empty(); }
};

/// Looks into any file: an index, or text, also packed by gzip or zstd. What text says without an id is not found.
ListedInFile listed_in_file(const std::string& path, const SuppressionScreen& screen);

}  // namespace bizrec::builder
