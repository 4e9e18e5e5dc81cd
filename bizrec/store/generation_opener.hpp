#pragma once

#include <memory>
#include <string>

#include "bizrec/place/box.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::store {

/// Opens a generation step by step; the first step that fails ends it, and what was opened is closed by ~Generation.
class GenerationOpener {
public:
    explicit GenerationOpener(const std::string& path) : path_(path), generation_(new Generation()) {}
    Result<std::shared_ptr<const Generation>> open(Generation::Check check);

private:
    Status check_seal(Generation::Check check);
    Status open_lmdb();
    Status check_same_file();
    Status collect_chunks();
    Status add_chunk(const void* key, std::size_t key_size, const void* value, std::size_t size);

    Status read_meta();
    Status check_meta();
    Status check_chunk_counts();
    Status open_dictionary();
    Status open_columns();
    Status open_boxes();
    Status open_tables();
    Status open_text();
    Status open_rules();

    template <class T>
    Status open_column(format::Section section, Column<T>& column);
    Status open_box_section(format::Section section, std::uint32_t count, const place::Box*& out);
    Status open_table(format::Section section, format::KeyTable& table);
    Status check_size(format::Section section, std::size_t chunk, std::uint64_t bytes);

    Status check_version(const char* of, std::uint32_t built, std::uint32_t ours) const;
    Error damaged(const std::string& what) const;
    Error damaged(format::Section section, const std::string& what) const;

    std::string path_;
    std::shared_ptr<Generation> generation_;
};

}  // namespace bizrec::store
