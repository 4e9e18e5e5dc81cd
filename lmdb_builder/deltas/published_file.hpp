#pragma once

#include <cstdint>
#include <string>

namespace bizrec::builder {

/// A file that was made in a published folder.
struct PublishedFile {
    std::string file;  ///< its path
    std::uint64_t bytes = 0;
};

}  // namespace bizrec::builder
