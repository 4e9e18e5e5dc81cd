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

/// Collects the columns while documents are added. Each column has a temporary file, because a document adds to all
/// columns, but the index stores one column after another.
class ColumnFiles {
public:
    explicit ColumnFiles(const std::string& temp_folder);

    void add(const DocumentColumns& columns);

    /// Writes all columns in the order of their sections, in chunks of documents_per_column_chunk. Leaves out optional
    /// columns in which no document has a value.
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
