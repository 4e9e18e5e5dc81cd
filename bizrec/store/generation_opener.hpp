#pragma once

#include <memory>
#include <string>

#include "bizrec/store/generation.hpp"

namespace bizrec::store {

/// Opens a generation step by step. Stops at the first step that fails. ~Generation then closes what was opened.
class GenerationOpener {
public:
    explicit GenerationOpener(const std::string& path) : path_(path), generation_(new Generation()) {}
    Result<std::shared_ptr<const Generation>> open(Generation::Check check);

private:
    Status check_seal(Generation::Check check);
    Status open_lmdb();
    Status check_same_file();
    Status collect_chunks();
    Status open_sections();
    Status add_chunk(const void* key, std::size_t key_size, const void* value, std::size_t size);

    Error damaged(const std::string& what) const;
    Error damaged(format::Section section, const std::string& what) const;

    std::string path_;
    std::shared_ptr<Generation> generation_;
};

}  // namespace bizrec::store
