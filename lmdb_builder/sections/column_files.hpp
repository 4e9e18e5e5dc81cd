#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/format/layout.hpp"
#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/system/temp_file.hpp"

namespace bizrec::store {
class IndexWriter;
}

namespace bizrec::builder {

/// The columns while documents are added. Each is in a temporary file, because the sections of the index follow one
/// another.
class ColumnFiles {
public:
    explicit ColumnFiles(const std::string& temp_folder);

    void add(const DocumentColumns& columns);

    /// Writes all column sections in their order, in chunks of documents_per_column_chunk. Leaves out the optional ones
    /// that no document has a value for.
    void write(store::IndexWriter& writer);

private:
    struct File {
        format::Section section;
        TempFile data;
    };
    template <class T>
    void add_to(format::Section section, const T& value);
    template <class Row>
    void add_optional(const typename Row::Value& value);

    std::vector<File> files_;
    std::uint32_t documents_ = 0;  // added so far
};

}  // namespace bizrec::builder
