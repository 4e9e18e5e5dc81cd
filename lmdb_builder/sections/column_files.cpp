#include "lmdb_builder/sections/column_files.hpp"

#include <algorithm>

#include "bizrec/store/index_writer.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

using format::Section;

constexpr Section first_column = Section::uuid;
constexpr Section last_column = Section::refreshed;

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

void ColumnFiles::add(const DocumentColumns& columns) {
    add_to(Section::uuid, columns.id);
    add_to(Section::position, columns.position);
    add_to(Section::quality, columns.quality);
    add_to(Section::num_stores, columns.num_stores);
    add_to(Section::reviews, columns.reviews);
    add_to(Section::rating, columns.rating);
    add_to(Section::price_tier, columns.price_tier);
    add_to(Section::ownership, columns.ownership);
    add_to(Section::flags, columns.flags);
    add_to(Section::opened, columns.opened);
    add_to(Section::refreshed, columns.refreshed);
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
