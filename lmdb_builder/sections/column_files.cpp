#include "lmdb_builder/sections/column_files.hpp"

#include <algorithm>

#include "bizrec/format/columns.hpp"
#include "bizrec/store/index_writer.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

using format::Section;

constexpr Section first_column = Section::uuid;

constexpr Section last_of_columns() noexcept {
    Section last = first_column;
    format::for_each_column([&last](auto row) { last = std::max(last, row.section); });
    return last;
}
constexpr Section last_column = last_of_columns();

std::size_t index_of(Section section) noexcept {
    return static_cast<std::size_t>(section) - static_cast<std::size_t>(first_column);
}

}  // namespace

ColumnFiles::ColumnFiles(const std::string& temp_folder) {
    for (std::size_t i = 0; i <= index_of(last_column); ++i) {
        const auto section = static_cast<Section>(static_cast<std::size_t>(first_column) + i);
        files_.push_back({section, TempFile(temp_folder)});
    }
}

template <class T>
void ColumnFiles::add_to(Section section, const T& value) {
    files_[index_of(section)].data.append(&value, sizeof value);
}

/// Adds a document's value to its column. The column's file stays empty until the first document that has a value; then
/// Row::missing is written for each document before it.
template <class Row>
void ColumnFiles::add_optional(const typename Row::Value& value) {
    const TempFile& file = files_[index_of(Row::section)].data;
    if (value == Row::missing && file.size() == 0) {
        return;
    }
    for (std::uint64_t documents = file.size() / sizeof value; documents < documents_; ++documents) {
        add_to(Row::section, Row::missing);
    }
    add_to(Row::section, value);
}

void ColumnFiles::add(const DocumentColumns& columns) {
    add_to(Section::uuid, columns.id);
    add_to(Section::position, columns.position);
    format::for_each_column(
        [this](auto row, const auto& value) {
            using Row = decltype(row);
            if constexpr (format::is_optional_column<Row>) {
                add_optional<Row>(value);
            } else {
                add_to(Row::section, value);
            }
        },
        columns);
    ++documents_;
}

void ColumnFiles::write(store::IndexWriter& writer) {
    std::vector<char> chunk;
    for (File& file : files_) {
        file.data.flush();
        const std::size_t chunk_bytes = format::column_element_bytes(file.section) * format::documents_per_column_chunk;
        for (std::uint64_t offset = 0; offset < file.data.size(); offset += chunk.size()) {
            chunk.resize(static_cast<std::size_t>(std::min<std::uint64_t>(chunk_bytes, file.data.size() - offset)));
            file.data.read(offset, chunk.data(), chunk.size());
            must(writer.append(file.section, chunk.data(), chunk.size()));
        }
    }
}

}  // namespace bizrec::builder
