#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/layout.hpp"
#include "lmdb_builder/system/temp_file.hpp"

namespace bizrec::store {
class IndexWriter;
}

namespace bizrec::builder {

/// Keeps the finished chunks of one section in a temporary file until the preceding sections of the index are written.
class ChunkSpool {
public:
    explicit ChunkSpool(const std::string& temp_folder) : file_(temp_folder) {}

    void add(std::string_view chunk);
    void write(store::IndexWriter& writer, format::Section section);

private:
    TempFile file_;
    std::vector<std::uint64_t> sizes_;
};

}  // namespace bizrec::builder
