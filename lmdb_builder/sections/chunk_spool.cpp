#include "lmdb_builder/sections/chunk_spool.hpp"

#include "bizrec/store/index_writer.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {

void ChunkSpool::add(std::string_view chunk) {
    file_.append(chunk);
    sizes_.push_back(chunk.size());
}

void ChunkSpool::write(store::IndexWriter& writer, format::Section section) {
    file_.flush();
    std::uint64_t offset = 0;
    std::string chunk;
    for (const std::uint64_t size : sizes_) {
        chunk.resize(static_cast<std::size_t>(size));
        file_.read(offset, chunk.data(), chunk.size());
        must(writer.append(section, chunk.data(), chunk.size()));
        offset += size;
    }
}

}  // namespace bizrec::builder
