#pragma once

#include <cstdint>
#include <string>

#include "bizrec/place/box.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::store {

/// Fills a generation's members from its chunks, after GenerationOpener has collected all of them: meta first, then
/// each section. Each section is checked as far as a look-up relies on it.
class GenerationSections {
public:
    /// Both arguments must outlive this object. `path` is for messages.
    GenerationSections(const std::string& path, Generation& generation) noexcept
        : path_(path), generation_(&generation) {}
    Status open();

private:
    Status read_meta();
    Status check_meta();
    Status check_chunk_counts();
    Status open_dictionary();
    Status open_columns();
    Status open_boxes();
    Status open_tables();
    Status open_text();
    Status open_spellings();
    Status open_glued_names();
    Status open_rules();

    template <class T>
    Status open_column(format::Section section, Column<T>& column);
    Status open_box_section(format::Section section, std::uint32_t count, const place::Box*& out);
    Status open_table(format::Section section, format::KeyTable& table);
    Status open_spelling_table(format::Section section, std::uint32_t words, format::SpellingTable& table);
    Status check_size(format::Section section, std::size_t chunk, std::uint64_t bytes);

    struct ReadVersions {
        std::uint32_t oldest, ours;
    };
    Status check_version(const char* of, std::uint32_t built, ReadVersions read) const;
    Error damaged(const std::string& what) const;
    Error damaged(format::Section section, const std::string& what) const;

    const std::string& path_;
    Generation* generation_;
};

/// Makes the error "PATH: is damaged: …", with the advice to rebuild the index.
Error damaged_index(const std::string& path, const std::string& what);
Error damaged_index(const std::string& path, format::Section section, const std::string& what);

}  // namespace bizrec::store
